import type { Actor } from '../actor.ts';
import type { Db } from '../database.ts';
import type { Permission } from '../permissions.ts';

/** A tab that a feature adds to the record of each student, employee or guardian, through its manifest. */
export interface ProfileTab {
  of: 'student' | 'employee' | 'guardian';
  /** The last part of its address: 'fees' is /students/7/fees. */
  name: string;
  label: string;
  /** Tabs of other features are sorted by place, before the history. */
  place: number;
  /** Under More before others where a record has many tabs. */
  isRare?: boolean;
  /** Shown to users who can see the person and have one of these permissions in that institution. */
  may: readonly Permission[];
  /**
   * 'balances/student-fees' is src/features/money/balances/tabs/student-fees.tab.tsx, whose default export receives the result of
   * `load`.
   */
  component: string;
  /** Its `load` writes to the access log. */
  isLogged?: boolean;
  /** Sends its queries at once, together with those of the record. Every query starts at `visibleTo`. */
  load(db: Db, actor: Actor, personId: number): Promise<object>;
}
