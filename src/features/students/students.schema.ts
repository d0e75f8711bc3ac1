import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { day, identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import type { RevokedAccess } from '#features/accounts/revoke-student-access.ts';
import type { TransferContent } from './certificates/transfer-content.ts';
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
  /** As people write it, where a country's states are not kept. */
  stateName: text(),
  lgaId: text(),
  city: text(),
  community: text(),
  address: text(),
  phone: text(),
  mobile: text(),
  email: text(),
  nationalityId: text(),
  category: text(),
  religion: text(),
  language: text(),
  bloodGroup: text(),
  genotype: text(),
  /** Who is to be told, where no guardian is marked as next of kin. */
  nextOfKinName: text(),
  nextOfKinPhone: text(),
  nextOfKinRelation: text(),
  photoId: rowId(),
  photoSmallId: rowId(),
  /** Another record of the same person took this one's place. */
  mergedIntoId: rowId(),
  /** Numbers of records that were merged into this one, for the search. */
  formerNumbers: text(),
  anonymisedAt: moment(),
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

/** Electives that a student takes beside the compulsory courses of his batch. */
export const studentElectives = pgTable('student_electives', {
  institutionId: institutionId(),
  studentId: rowId().notNull(),
  offeringId: rowId().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

/** Each move between states with what belongs to it. */
export const studentMoves = pgTable('student_moves', {
  institutionId: institutionId(),
  id: identity(),
  studentId: rowId().notNull(),
  fromStatus: text().$type<StudentStatus>().notNull(),
  toStatus: text().$type<StudentStatus>().notNull(),
  onDate: day().notNull(),
  reason: text().notNull(),
  /** A suspension's last day, as it was told. */
  untilDate: day(),
  /** The school that a student goes to. */
  destination: text(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  /** What an undo puts back. */
  content: jsonb().$type<MoveContent>().notNull().default({}),
  /** The first of those made at once, which are undone together. */
  togetherId: rowId(),
  undoneAt: moment(),
});

/** As the move found it: where the student sat, and the sign-ins that ended. */
export interface MoveContent {
  batchId?: number | null;
  closedEnrolmentId?: number;
  openedEnrolmentId?: number;
  openedBatchId?: number;
  signIns?: RevokedAccess;
}

/** Papers with a number that has no gap. */
export const certificates = pgTable('certificates', {
  institutionId: institutionId(),
  id: identity(),
  kind: text().$type<'transfer'>().notNull(),
  number: text().notNull(),
  studentId: rowId().notNull(),
  moveId: rowId(),
  issuedOn: day().notNull(),
  /** What stands on it, as it was on that day. */
  content: jsonb().$type<TransferContent | { erased: true }>().notNull(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  voidedAt: moment(),
  voidReason: text(),
  /** From then on every print is a duplicate. */
  printedAt: moment(),
});
