import type { SQL } from 'drizzle-orm';
import type { Permission } from '../permissions.ts';

export interface EndingSession {
  institutionId: number;
  id: number;
  startsOn: string;
  endsOn: string;
}

/** What of a feature can be unfinished when a session is closed, through its manifest. Each kind needs a reason. */
export interface UnfinishedWork {
  /** 'sheets': also the name of its reason. */
  kind: string;
  place: number;
  /** After the number: 'mark sheet not published'. */
  one: string;
  many: string;
  /** The page to finish it on, with one of the permissions. */
  href: (session: EndingSession) => string;
  may: readonly Permission[];
  /** A query of their names, as `name`. */
  found(session: EndingSession): SQL;
}
