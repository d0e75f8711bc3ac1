import { sql } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';

/** Students of each batch who were admitted for the session: since the previous one ended. */
export async function newcomersByBatch(
  db: Db,
  scope: { institutionId: number; sessionId: number; isCurrent: boolean },
): Promise<Record<number, number>> {
  const { institutionId, sessionId, isCurrent } = scope;
  const admitted = sql`select s.id, s.batch_id from counted_students s, academic_sessions a
    where a.institution_id = ${institutionId} and a.id = ${sessionId} and s.institution_id = ${institutionId}
      and s.admitted_on <= a.ends_on
      and s.admitted_on > (select coalesce(max(p.ends_on), a.starts_on - 365)
        from academic_sessions p where p.institution_id = ${institutionId} and p.ends_on < a.starts_on)`;
  // With `limit 1` each student's row comes from the index; without, the whole session would be sorted.
  const rows = await query<{ batchId: number; n: number }>(
    db,
    render(
      isCurrent
        ? sql`select batch_id as "batchId", count(*) as n from (${admitted}) s where batch_id is not null group by batch_id`
        : sql`select e.batch_id as "batchId", count(*) as n
          from (${admitted}) s
          cross join lateral (select batch_id from session_students e where e.institution_id = ${institutionId}
            and e.student_id = s.id and e.session_id = ${sessionId} limit 1) e
          group by e.batch_id`,
    ),
  );
  return Object.fromEntries(rows.map(({ batchId, n }) => [batchId, n]));
}
