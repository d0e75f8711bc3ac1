import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { columnsOf } from '#kernel/record-fields/derive.ts';
import { day, identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import type { RevokedAccess } from '#features/access/accounts/revoke-student-access.ts';
import type { TransferContent } from './certificates/transfer.pdf.ts';
import type { StudentStatus } from './student-status.ts';
import { studentFields } from './students.fields.ts';

const studentColumns = () => ({
  institutionId: institutionId(),
  id: identity(),
  admissionNumber: text().notNull(),
  ...columnsOf(studentFields),
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
  /** Free text, for countries without a list of states. */
  stateName: text(),
  lgaId: text(),
  nationalityId: text(),
  photoId: rowId(),
  photoSmallId: rowId(),
  /** The record of the same person into which this one was merged. */
  mergedIntoId: rowId(),
  /** Numbers of records that were merged into this one, for the search. */
  formerNumbers: text(),
  anonymisedAt: moment(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
  sortName: text().notNull().generatedAlwaysAs(''),
  searchText: text().notNull().generatedAlwaysAs(''),
  /** The batch's name, kept in step by the database. */
  batchName: text(),
});

export const students = pgTable('students', studentColumns());

/** The same rows through a view in which LIKE can use its index: docs/decisions/0004-search.md. */
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
  outcome: text().$type<
    'moved' | 'promoted' | 'on_trial' | 'repeated' | 'graduated' | 'withdrawn' | 'transferred' | 'deceased'
  >(),
  assignmentId: rowId(),
  closedByAssignmentId: rowId(),
});

/** Electives that a student takes besides the compulsory subjects of the batch. */
export const studentElectives = pgTable('student_electives', {
  institutionId: institutionId(),
  studentId: rowId().notNull(),
  offeringId: rowId().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

/** Status changes with their details. */
export const studentMoves = pgTable('student_moves', {
  institutionId: institutionId(),
  id: identity(),
  studentId: rowId().notNull(),
  fromStatus: text().$type<StudentStatus>().notNull(),
  toStatus: text().$type<StudentStatus>().notNull(),
  onDate: day().notNull(),
  reason: text().notNull(),
  /** The planned last day of a suspension. */
  untilDate: day(),
  /** The student's new school. */
  destination: text(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  /** The state that an undo restores. */
  content: jsonb().$type<MoveContent>().notNull().default({}),
  /** The first move of a bulk change, which is undone as a whole. */
  togetherId: rowId(),
  undoneAt: moment(),
});

/** The state before the move: the batch, and the accounts that ended. */
export interface MoveContent {
  batchId?: number | null;
  closedEnrolmentId?: number;
  openedEnrolmentId?: number;
  openedBatchId?: number;
  signIns?: RevokedAccess;
}

/** Certificates with sequential numbers. */
export const certificates = pgTable('certificates', {
  institutionId: institutionId(),
  id: identity(),
  kind: text().$type<'transfer'>().notNull(),
  number: text().notNull(),
  studentId: rowId().notNull(),
  moveId: rowId(),
  issuedOn: day().notNull(),
  /** The printed content, as of that day. */
  content: jsonb().$type<TransferContent | { erased: true }>().notNull(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  voidedAt: moment(),
  voidReason: text(),
  /** Time of the first print. Later prints are duplicates. */
  printedAt: moment(),
});
