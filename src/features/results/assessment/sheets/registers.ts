import { sql, type SQL } from 'drizzle-orm';

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
