import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import type { DemoStep } from '#web/feature.ts';

/** After results: the college registers for its next semester. */
export const steps: DemoStep[] = [{ place: 119, load: async (tx, { college }) => insertRegistrations(tx, college.id) }];

/**
 * Registration of all classes for the next term: it is open for three weeks. Some students have submitted all compulsory
 * courses, and half of those are approved.
 */
async function insertRegistrations(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    with term as (select n.id, n.session_id, n.position, y.name from terms t
      join terms n on (n.institution_id, n.session_id) = (t.institution_id, t.session_id) and n.position = t.position + 1
      join academic_sessions y on (y.institution_id, y.id) = (n.institution_id, n.session_id)
      where t.institution_id = ${institutionId} and t.is_current),
    period as (insert into registration_periods (institution_id, class_id, term_id, minimum_units, maximum_units, opens_on,
        closes_on, late_until, late_fee, late_category_id)
      select ${institutionId}, c.id, term.id, 12, 30, current_date - 7, current_date + 21, current_date + 35, 500000, f.id
      from term, classes c, (select min(id) as id from fee_categories where institution_id = ${institutionId}) f
      where c.institution_id = ${institutionId} and f.id is not null returning class_id, term_id),
    taught as (select b.id as batch_id, o.course_id, c.credit_units from period p
      join batches b on (b.institution_id, b.class_id) = (${institutionId}, p.class_id)
      join term on term.id = p.term_id and term.session_id = b.session_id
      join course_offerings o on (o.institution_id, o.batch_id) = (${institutionId}, b.id)
        and (o.term_position is null or o.term_position = term.position)
      join courses c on (c.institution_id, c.id) = (${institutionId}, o.course_id) and c.elective_group is null),
    student as (select s.id, s.batch_id, row_number() over (partition by s.batch_id order by s.id) as at from students s
      where s.institution_id = ${institutionId} and s.status = 'active' and s.batch_id in (select batch_id from taught
        group by batch_id having sum(credit_units) between 12 and 30)),
    registration as (insert into course_registrations (institution_id, student_id, term_id, state, submitted_at, decided_at)
      select ${institutionId}, s.id, term.id, case when s.at % 6 < 2 then 'approved' else 'submitted' end,
        now() - s.at * interval '3 hours', case when s.at % 6 < 2 then now() - s.at * interval '1 hour' end
      from student s, term where s.at % 6 < 4 order by s.id returning id, student_id, term_id, state),
    choice as (insert into registration_choices (institution_id, registration_id, course_id)
      select ${institutionId}, r.id, t.course_id from registration r join student s on s.id = r.student_id
      join taught t on t.batch_id = s.batch_id)
    insert into registered_courses (institution_id, student_id, term_id, course_id)
    select ${institutionId}, r.student_id, r.term_id, t.course_id from registration r join student s on s.id = r.student_id
    join taught t on t.batch_id = s.batch_id where r.state = 'approved'`);
}
