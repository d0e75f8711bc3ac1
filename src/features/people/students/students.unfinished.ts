import { sql } from 'drizzle-orm';
import type { UnfinishedWork } from '#kernel/contracts/unfinished-work.ts';

/** Students who neither moved on nor left. */
export const studentsInside: UnfinishedWork = {
  kind: 'students',
  place: 30,
  one: 'student still in the session',
  many: 'students still in the session',
  href: ({ id }) => `/batches?academic_session=${id}`,
  may: ['students.view'],
  found: ({ institutionId, id }) => sql`select s.surname || ' ' || s.first_name as name
        from enrolments e join students s on (s.institution_id, s.id) = (e.institution_id, e.student_id)
        where e.institution_id = ${institutionId} and e.session_id = ${id} and e.to_date is null`,
};
