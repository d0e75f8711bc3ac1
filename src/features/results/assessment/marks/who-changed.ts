import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import type { CourseSheet } from './course-sheet.queries.ts';
import type { CellProblem } from './save-marks.ts';

/** Says who was faster; a cell shows both marks. */
export async function withWhoChanged(
  tx: Tx,
  { institutionId, termId, courseId }: CourseSheet,
  disputed: CellProblem[],
): Promise<CellProblem[]> {
  if (disputed.length === 0) return [];
  const ids = sql.param([...new Set(disputed.map(({ studentId }) => studentId))]);
  const last = await query<{ id: number; component: string; name: string | null }>(
    tx,
    sql`select distinct on (h.student_id, h.component) h.student_id::int as id, h.component, a.name
      from mark_changes h left join accounts a on a.id = h.account_id
      where h.institution_id = ${institutionId} and h.student_id = any (${ids}::bigint[]) and h.term_id = ${termId}
        and h.course_id = ${courseId} order by h.student_id, h.component, h.id desc`,
  );
  const names = new Map(last.map(({ id: studentId, component, name }) => [`${studentId} ${component}`, name]));
  return disputed.map((one) => ({
    ...one,
    message: `${names.get(`${one.studentId} ${one.component}`) ?? 'Somebody else'} changed this mark meanwhile.`,
  }));
}
