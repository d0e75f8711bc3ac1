import { sql, type SQL } from 'drizzle-orm';

/** Of enrolments `e`, the last of the student in the session: the marks of a moved student are in the new batch. */
export const isLast = sql`not exists (select from enrolments l where (l.institution_id, l.student_id, l.session_id)
  = (e.institution_id, e.student_id, e.session_id) and (l.from_date, l.id) > (e.from_date, e.id))`;

/** Of enrolments `e`: the student left the school with it. Graduates were there to the end. */
export const hasLeft = sql`coalesce(e.outcome, '') in ('withdrawn', 'transferred', 'deceased')`;

/** For a `with`: the sheets `s` that meet the condition as `sheet`, and their students as `member`. */
export const sheetMembers = (condition: SQL): SQL => sql`
  sheet as materialized (
    select s.institution_id, s.id, s.batch_id, s.term_id, t.session_id from mark_sheets s
    join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id) where ${condition}),
  member as materialized (
    select s.id as sheet_id, s.institution_id, s.batch_id, s.term_id, e.student_id from sheet s
    join enrolments e on (e.institution_id, e.batch_id) = (s.institution_id, s.batch_id) and e.session_id = s.session_id
    join students p on (p.institution_id, p.id) = (e.institution_id, e.student_id) and p.merged_into_id is null
    where not ${hasLeft} and ${isLast})`;

/**
 * Whether registration decides what the students of a class take in a term, not the batch and its electives. The views
 * are those of course registration.
 */
export const registers = (institutionId: SQL, classId: SQL, termId: SQL): SQL =>
  sql`exists (select from registering_classes g where (g.institution_id, g.class_id, g.term_id)
    = (${institutionId}, ${classId}, ${termId}))`;

/** Whether a student is registered for a course in a term. */
export const isRegistered = (institutionId: SQL, studentId: SQL, termId: SQL, courseId: SQL): SQL =>
  sql`exists (select from registered_for g where (g.institution_id, g.student_id, g.term_id, g.course_id)
    = (${institutionId}, ${studentId}, ${termId}, ${courseId}))`;
