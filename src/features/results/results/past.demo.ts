import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { chanceIn } from '#features/records/geography/chance.demo.ts';

const luck = chanceIn('x.student_id', 'x.code');

/**
 * For those who were in the last class of a college in its past session: the year before, in the class below, as it
 * would have been imported. Their transcripts begin at the beginning.
 */
export async function insertPastTerms(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    with course as materialized (
      select e.student_id, c.code, c.title, c.credit_units, t.name as term, t.position, k.name as class_name,
        extract(year from y.starts_on)::int - 1 as year
      from academic_sessions y
      join enrolments e on (e.institution_id, e.session_id) = (y.institution_id, y.id)
      join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
      join classes l on (l.institution_id, l.id) = (b.institution_id, b.class_id) and l.next_class_id is null
      join classes k on (k.institution_id, k.next_class_id) = (l.institution_id, l.id)
      join batches f on (f.institution_id, f.class_id, f.session_id, f.arm) = (k.institution_id, k.id, y.id, b.arm)
      join course_offerings o on (o.institution_id, o.batch_id) = (f.institution_id, f.id)
      join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id) and not c.no_exam
      join terms t on (t.institution_id, t.session_id, t.position) = (y.institution_id, y.id, o.term_position)
      where y.institution_id = ${institutionId} and not y.is_current),
    past as (
      insert into past_terms (institution_id, student_id, session, year, term, position, class_name, system)
      select distinct ${institutionId}::int, student_id, year || '/' || year + 1, year, term, position, class_name, 'gpa'
      from course order by 2, 6 returning id, student_id, position),
    scale as (select bands from grading_scales where institution_id = ${institutionId} order by id limit 1)
    insert into past_results (institution_id, past_term_id, code, title, units, total, grade, points, passed)
    select ${institutionId}::int, p.id, x.code, x.title, x.credit_units, m.total, g ->> 'grade', (g ->> 'points')::int, m.total >= 4000
    from course x join past p on (p.student_id, p.position) = (x.student_id, x.position)
    cross join lateral (select 100 * round(34 + 52 * ${luck})::int as total) m
    cross join lateral (select g from scale, jsonb_array_elements(bands) g where (g ->> 'from')::int <= m.total
      order by (g ->> 'from')::int desc limit 1) g (g)`);
}
