import { query, type Db } from '#kernel/database.ts';
import type { RegistrationBatch } from '../deciding/overview.queries.ts';

export interface CourseList {
  code: string;
  title: string;
  units: number;
  teacher: string | null;
  students: { name: string; number: string }[];
}

/** Who is registered for each course of a batch in a term, by approved registrations. */
export const courseLists = (db: Db, { institutionId, batchId, sessionId, termId }: RegistrationBatch) =>
  query<CourseList>(db)`select c.code, c.title, c.credit_units as units, t.first_name || ' ' || t.surname as teacher,
      json_agg(json_build_object('name', s.surname || ', ' || s.first_name || coalesce(' ' || s.middle_name, ''),
        'number', s.admission_number) order by s.sort_name, s.id) as students
    from session_students e join registered_courses r on (r.institution_id, r.student_id) = (e.institution_id, e.student_id)
      and r.term_id = ${termId}
    join students s on (s.institution_id, s.id) = (e.institution_id, e.student_id) and s.merged_into_id is null
    join courses c on (c.institution_id, c.id) = (r.institution_id, r.course_id)
    left join course_offerings o on (o.institution_id, o.batch_id, o.course_id) = (e.institution_id, e.batch_id, c.id)
    left join employees t on (t.institution_id, t.id) = (o.institution_id, o.employee_id)
    where (e.institution_id, e.session_id, e.batch_id) = (${institutionId}, ${sessionId}, ${batchId})
    group by c.institution_id, c.id, t.institution_id, t.id order by c.code`;
