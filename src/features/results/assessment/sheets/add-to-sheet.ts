import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { schemeThere } from './open-sheets.ts';

/** A batch in a term, and courses that it has been offered since its sheet was opened. */
interface LateCourses {
  institutionId: number;
  batchId: number;
  termId: number;
  courseIds: number[];
}

/**
 * Adds courses to the open sheet of a batch in a term, each with the scheme that applies to it now. Returns false, and
 * adds nothing, if the sheet is locked or further; without a sheet there is nothing to do.
 */
export async function addToSheet(tx: Tx, { institutionId, batchId, termId, courseIds }: LateCourses): Promise<boolean> {
  const [sheet] = await query<{ id: number; state: string }>(tx)`select s.id::bigint as id, s.state from mark_sheets s
    where (s.institution_id, s.batch_id, s.term_id) = (${institutionId}, ${batchId}, ${termId}) for share`;
  if (!sheet || courseIds.length === 0) return true;
  const missing = await query<{ id: number }>(tx)`
    select c.id::bigint as id from courses c where c.institution_id = ${institutionId}
      and c.id = any (${sql.param(courseIds)}::bigint[]) and not c.no_exam and not exists (select from mark_sheet_courses k
        where (k.institution_id, k.sheet_id, k.course_id) = (c.institution_id, ${sheet.id}, c.id))`;
  if (missing.length === 0) return true;
  if (sheet.state !== 'open') return false;
  await tx.execute(sql`
    insert into mark_sheet_courses (institution_id, sheet_id, course_id, scheme_id, scheme_version)
    select b.institution_id, ${sheet.id}, c.id, u.scheme_id, u.version
    from batches b join classes l on (l.institution_id, l.id) = (b.institution_id, b.class_id)
    join courses c on c.institution_id = b.institution_id and c.id = any (${sql.param(missing.map(({ id }) => id))}::bigint[])
    cross join lateral ${schemeThere} u
    where (b.institution_id, b.id) = (${institutionId}, ${batchId})`);
  return true;
}
