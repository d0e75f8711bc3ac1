import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { day, identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import type { StudentStatus } from './student-status.ts';

const studentColumns = () => ({
  institutionId: institutionId(),
  id: identity(),
  admissionNumber: text().notNull(),
  registrationNumber: text(),
  surname: text().notNull(),
  firstName: text().notNull(),
  middleName: text(),
  gender: text().$type<'female' | 'male'>(),
  birthDate: day(),
  status: text().$type<StudentStatus>().notNull().default('active'),
  batchId: rowId(),
  admissionDate: day(),
  countryId: text(),
  stateId: text(),
  lgaId: text(),
  city: text(),
  community: text(),
  address: text(),
  phone: text(),
  email: text(),
  religion: text(),
  language: text(),
  bloodGroup: text(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
  sortName: text().notNull().generatedAlwaysAs(''),
  searchText: text().notNull().generatedAlwaysAs(''),
  /** The batch's own name, kept by the database. */
  batchName: text(),
});

export const students = pgTable('students', studentColumns());

/** The same rows through a view in which LIKE may use its index: docs/decisions/0004-search.md. */
export const findableStudents = pgTable('findable_students', studentColumns());

/** The first words of students' names, each once; triggers keep it. */
export const studentNames = pgTable('student_names', {
  institutionId: institutionId(),
  word: text().notNull(),
});

export const batchAssignments = pgTable('batch_assignments', {
  institutionId: institutionId(),
  id: identity(),
  batchId: rowId().notNull(),
  accountId: rowId(),
  studentCount: integer().notNull(),
  createdAt: moment().notNull().defaultNow(),
  undoneAt: moment(),
});

export const enrolments = pgTable('enrolments', {
  institutionId: institutionId(),
  id: identity(),
  studentId: rowId().notNull(),
  batchId: rowId().notNull(),
  sessionId: rowId().notNull(),
  fromDate: day().notNull(),
  toDate: day(),
  outcome: text().$type<'moved' | 'promoted' | 'repeated' | 'graduated' | 'withdrawn' | 'transferred' | 'deceased'>(),
  assignmentId: rowId(),
  closedByAssignmentId: rowId(),
});
