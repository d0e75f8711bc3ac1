import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Changes } from './compute/changes.ts';
import type { Correction } from './find-correction.queries.ts';

/** What a correction changes, as it was asked for. */
export async function changesOfCorrection(
  db: Db,
  { institutionId, id }: Pick<Correction, 'institutionId' | 'id'>,
): Promise<Changes> {
  const isOwn = sql`(k.institution_id, k.correction_id) = (${institutionId}, ${id})`;
  const [found] = await query<Changes>(
    db,
    sql`select
      (select coalesce(json_agg(json_build_object('studentId', k.student_id, 'courseId', k.course_id,
          'component', k.component, 'was', k.was, 'entry', k.entered) order by k.student_id, k.course_id, k.component), '[]')
        from result_correction_cells k where ${isOwn}) as cells,
      (select coalesce(json_agg(json_build_object('studentId', k.student_id, 'courseId', k.course_id,
          'change', k.change) order by k.student_id, k.course_id), '[]')
        from result_correction_courses k where ${isOwn}) as courses,
      (select coalesce(json_agg(json_build_object('studentId', k.student_id, 'field', k.field, 'was', k.was,
          'entry', k.entered) order by k.student_id, k.field), '[]')
        from result_correction_notes k where ${isOwn}) as notes,
      (select c.keeps_figures from result_corrections c where (c.institution_id, c.id) = (${institutionId}, ${id})) as "keepsFigures"`,
  );
  return found!;
}
