import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { day, flag, identity, institutionId, moment, rowId } from '#kernel/tables.ts';

export const academicSessions = pgTable('academic_sessions', {
  institutionId: institutionId(),
  id: identity(),
  name: text().notNull(),
  startsOn: day().notNull(),
  endsOn: day().notNull(),
  isCurrent: flag(),
  closedAt: moment(),
});

export const terms = pgTable('terms', {
  institutionId: institutionId(),
  id: identity(),
  sessionId: rowId().notNull(),
  name: text().notNull(),
  position: integer().notNull(),
  startsOn: day().notNull(),
  endsOn: day().notNull(),
  isCurrent: flag(),
});

export const programs = pgTable('programs', {
  institutionId: institutionId(),
  id: identity(),
  code: text().notNull(),
  name: text().notNull(),
  requiresPin: flag(),
  /** Minor units of the institution's currency. */
  applicationFee: bigint({ mode: 'number' }).notNull().default(0),
  seats: integer(),
  minimumAge: integer(),
  /** Hundredths of a grade point: a CGPA below it is probation. */
  probationBelow: integer(),
  /** So many terms on probation in a row are withdrawal. */
  withdrawalAfter: integer(),
  /** Credit units that a graduate has passed. */
  unitsRequired: integer(),
  retiredAt: moment(),
});

export const classes = pgTable('classes', {
  institutionId: institutionId(),
  id: identity(),
  programId: rowId().notNull(),
  name: text().notNull(),
  position: integer().notNull().default(1),
  nextClassId: rowId(),
});

export const batches = pgTable('batches', {
  institutionId: institutionId(),
  id: identity(),
  classId: rowId().notNull(),
  sessionId: rowId().notNull(),
  arm: text().notNull().default(''),
  name: text().notNull(),
  capacity: integer().notNull().default(40),
  closedAt: moment(),
});

/** Changes to the number of students in a batch, whose sum is the number; batch 0 is active students without one. */
export const batchCounts = pgTable('batch_counts', {
  institutionId: institutionId(),
  batchId: rowId().notNull(),
  id: identity(),
  students: integer().notNull(),
  female: integer().notNull(),
  male: integer().notNull(),
});

/** The same of students with an enrolment in a session. */
export const sessionCounts = pgTable('session_counts', {
  institutionId: institutionId(),
  sessionId: rowId().notNull(),
  id: identity(),
  students: integer().notNull(),
});

/** A row for each transaction that changed an institution's structure or counts, until they are put together. */
export const structureChanges = pgTable('structure_changes', {
  institutionId: institutionId(),
  id: identity(),
});

export const batchTeachers = pgTable('batch_teachers', {
  institutionId: institutionId(),
  batchId: rowId().notNull(),
  employeeId: rowId().notNull(),
});

export const courses = pgTable('courses', {
  institutionId: institutionId(),
  id: identity(),
  code: text().notNull(),
  title: text().notNull(),
  creditUnits: integer().notNull().default(1),
  electiveGroup: text(),
  noExam: flag(),
  retiredAt: moment(),
});

export const courseOfferings = pgTable('course_offerings', {
  institutionId: institutionId(),
  id: identity(),
  batchId: rowId().notNull(),
  courseId: rowId().notNull(),
  employeeId: rowId(),
  /** The term of the session in which it is taught; null: in all of them. */
  termPosition: integer(),
  /** For those alone who registered for it as a carry-over. */
  isCarryOver: flag(),
});

/** Views that students keep true, since structure cannot read their tables: each student's last batch in a session … */
export const sessionStudents = pgTable('session_students', {
  institutionId: institutionId(),
  sessionId: rowId().notNull(),
  studentId: rowId().notNull(),
  batchId: rowId().notNull(),
});

/** … and what is counted of a student. */
export const countedStudents = pgTable('counted_students', {
  institutionId: institutionId(),
  id: rowId().notNull(),
  batchId: rowId(),
  gender: text(),
  admittedOn: day().notNull(),
});
