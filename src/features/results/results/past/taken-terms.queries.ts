import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { ImportJob } from '#features/people/imports/work/import-work.ts';

/** Terms that students have already, published here or imported by another file: 'published results', by student and term. */
export async function takenTerms(
  db: Db,
  { institutionId, importId }: ImportJob,
  studentIds: number[],
): Promise<Map<string, string>> {
  const ids = sql`any (${sql.param(studentIds)}::bigint[])`;
  const rows = await query<{ key: string; why: string }>(
    db,
    sql`select concat_ws(' ', r.student_id, extract(year from y.starts_on), t.position) as key, 'published results' as why
      from published_results r join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
      join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      where r.institution_id = ${institutionId} and r.student_id = ${ids} and r.replaced_at is null
      union all
      select concat_ws(' ', p.student_id, p.year, p.position), 'imported results' from past_terms p
      where p.institution_id = ${institutionId} and p.student_id = ${ids} and p.import_id is distinct from ${importId}::bigint`,
  );
  return new Map(rows.map(({ key, why }) => [key, why]));
}
