import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';

interface ChangedCover {
  institutionId: number;
  onDate: Day;
  lessonId: number;
  partId: number;
  absentId: number;
}

/** Covers of a day change one at a time: two people don’t hand out the same teacher, and no change is sent twice. */
export const lockCoverDay = (tx: Tx, institutionId: number, onDate: Day) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('cover ' || ${institutionId} || ' ' || ${onDate}, 0))`);

/** Notes that people must be told of a lesson. `before` is who took it; of several changes the first one counts. */
export const noteChange = (
  tx: Tx,
  actor: Actor,
  { institutionId, onDate, lessonId, partId, absentId }: ChangedCover,
  before: number | null,
) =>
  tx.execute(sql`insert into cover_changes (institution_id, on_date, lesson_id, part_id, absent_id, was_id, account_id)
    values (${institutionId}, ${onDate}, ${lessonId}, ${partId}, ${absentId}, ${before}, ${actor.accountId})
    on conflict (institution_id, on_date, lesson_id, part_id, absent_id)
      do update set changed_at = excluded.changed_at, account_id = excluded.account_id`);
