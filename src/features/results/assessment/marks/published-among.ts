import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import type { CourseSheet } from './course-sheet.queries.ts';

/** Students who came from a batch whose results are published: corrections alone change their marks. */
export async function publishedAmong(
  tx: Tx,
  { institutionId, termId }: CourseSheet,
  ids: number[],
): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    tx,
    sql`select u.id::int as id from unnest(${sql.param(ids)}::bigint[]) u (id)
      where exists (select from published_students r
        where (r.institution_id, r.student_id, r.term_id) = (${institutionId}, u.id, ${termId}))`,
  );
  return new Set(rows.map(({ id: studentId }) => studentId));
}
