import { sql } from 'drizzle-orm';
import type { UnfinishedWork } from '#kernel/contracts/unfinished-work.ts';

/** Students of the session for whom nothing is approved. */
export const undecidedStudents: UnfinishedWork = {
  kind: 'decisions',
  place: 20,
  one: 'student without an approved promotion decision',
  many: 'students without an approved promotion decision',
  href: ({ id }) => `/promotion?session=${id}`,
  may: ['students.changeStatus'],
  found: ({ institutionId, id }) => sql`select s.surname || ' ' || s.first_name as name
        from enrolments e join students s on (s.institution_id, s.id) = (e.institution_id, e.student_id)
        where e.institution_id = ${institutionId} and e.session_id = ${id} and e.to_date is null and not exists (
          select from promotion_decisions d where (d.institution_id, d.session_id, d.student_id)
            = (e.institution_id, e.session_id, e.student_id) and d.approved_at is not null)`,
};
