import type { Actor } from '../actor.ts';
import type { Db } from '../database.ts';
import type { Day } from '../dates.ts';

/** Something with a date that concerns its reader. */
export interface CalendarEvent {
  /** Stable, and unique over all sources: 'lesson-12-2026-11-26'. It makes the event the same one in every reading. */
  key: string;
  institutionId: number;
  title: string;
  note?: string | null;
  place?: string | null;
  when:
    | { isAllDay: true; from: Day; to: Day }
    /** Moments in UTC, '2026-11-26T08:00:00Z'; without an end it lasts no time. */
    | { isAllDay: false; from: string; to: string | null };
  /** When it was last changed, in UTC. */
  changedAt: string;
  /** Not certain yet. */
  isExpected?: boolean;
}

/** Events that a feature brings to everybody's own calendar in their phone, through its manifest. */
export interface CalendarSource {
  /**
   * The actor's events in some institutions from one day to another. Sends its queries at once, together with those of
   * other sources. It shows nothing that the actor may not see on a page.
   */
  load(db: Db, actor: Actor, institutionIds: readonly number[], from: Day, to: Day): Promise<CalendarEvent[]>;
}
