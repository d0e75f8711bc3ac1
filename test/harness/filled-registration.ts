import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** Registration of the first batch's class in a term, and what one of its students submitted. */
export async function fillRegistration(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    with place as (select b.class_id, t.id as term_id, s.student_id, c.id as course_id
      from batches b join terms t on (t.institution_id, t.session_id) = (b.institution_id, b.session_id) and not t.is_current
      join courses c on c.institution_id = b.institution_id
      join session_students s on (s.institution_id, s.session_id, s.batch_id) = (b.institution_id, b.session_id, b.id)
      where b.institution_id = ${institutionId} order by b.id, t.id, s.student_id, c.id limit 1),
    period as (insert into registration_periods (institution_id, class_id, term_id, minimum_units, maximum_units, opens_on, closes_on)
      select ${institutionId}, class_id, term_id, 0, 30, '2026-01-01', '2026-12-31' from place),
    registration as (insert into course_registrations (institution_id, student_id, term_id, state, submitted_at)
      select ${institutionId}, student_id, term_id, 'submitted', now() from place returning id),
    choice as (insert into registration_choices (institution_id, registration_id, course_id)
      select ${institutionId}, registration.id, place.course_id from registration, place)
    insert into registered_courses (institution_id, student_id, term_id, course_id)
    select ${institutionId}, student_id, term_id, course_id from place`);
}
