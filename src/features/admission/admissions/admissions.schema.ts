import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, day, identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import type { ApplicationState } from './admissions.ts';
import type { Answers } from './intake-needs.ts';
import type { IntakeForm, IntakePaper, IntakeTest } from './intake-form.ts';

const minor = () => bigint({ mode: 'number' }).notNull().default(0);
const mark = (precision: number) => numeric({ precision, scale: 2, mode: 'number' });

export const intakes = pgTable('intakes', {
  institutionId: institutionId(),
  id: identity(),
  programId: rowId().notNull(),
  sessionId: rowId().notNull(),
  opensAt: moment().notNull(),
  closesAt: moment().notNull(),
  /** Visitors see it from then on. */
  publishedAt: moment(),
  requiresPin: boolean().notNull().default(false),
  applicationFee: minor(),
  acceptanceFee: minor(),
  minimumAge: integer(),
  maximumAge: integer(),
  /** The day on which ages count; without it the session's first day. */
  ageOn: day(),
  offerDays: integer().notNull().default(14),
  numberPattern: text().notNull(),
  introduction: text(),
  form: jsonb().$type<Partial<IntakeForm>>().notNull().default({}),
  papers: jsonb().$type<IntakePaper[]>().notNull().default([]),
  /** Keys of those that are required. */
  requiredPapers: text()
    .array()
    .notNull()
    .generatedAlwaysAs(sql`'{}'`),
  tests: jsonb().$type<IntakeTest[]>().notNull().default([]),
  cutoff: mark(7),
  letter: text(),
  /** What the status page says in each state, instead of the standard words. */
  words: jsonb().$type<Partial<Record<ApplicationState, string>>>().notNull().default({}),
  notifies: text()
    .array()
    .$type<ApplicationState[]>()
    .notNull()
    .default(['submitted', 'offered', 'rejected', 'waiting_list', 'accepted', 'admitted', 'withdrawn']),
  /** Newly admitted students get the invoices of fees that were billed already. */
  bills: boolean().notNull().default(true),
  createdAt: moment().notNull().defaultNow(),
  accountId: rowId(),
});

export const intakeClasses = pgTable('intake_classes', {
  institutionId: institutionId(),
  intakeId: rowId().notNull(),
  classId: rowId().notNull(),
  /** Null is without a limit. */
  seats: integer(),
});

const columnsOfApplication = () => ({
  institutionId: institutionId(),
  id: identity(),
  intakeId: rowId().notNull(),
  classId: rowId(),
  status: text().$type<ApplicationState>().notNull().default('draft'),
  /** Given when it is sent. */
  number: text(),
  /** Of the code that opens it for the applicant. */
  codeHash: bytes().notNull(),
  surname: text().notNull(),
  firstName: text().notNull(),
  middleName: text(),
  gender: text().$type<'female' | 'male'>(),
  birthDate: day(),
  phone: text(),
  email: text(),
  answers: jsonb().$type<Answers>().notNull().default({}),
  /** Counts what the applicant changes. */
  version: integer().notNull().default(1),
  photoId: rowId(),
  photoSmallId: rowId(),
  returningStudentId: rowId(),
  returningBatchId: rowId(),
  pinId: rowId(),
  startedAt: moment().notNull().defaultNow(),
  submittedAt: moment(),
  /** The sum of the marks, kept by the verbs that write them. */
  score: mark(7),
  interview: mark(6),
  offeredAt: moment(),
  offerUntil: day(),
  acceptedAt: moment(),
  closedAt: moment(),
  closeReason: text(),
  /** Where it returns to when it is reopened. */
  closedFrom: text().$type<ApplicationState>(),
  admittedAt: moment(),
  studentId: rowId(),
  /** Of the order that paid the application fee, and the acceptance fee. */
  feePaidAt: moment(),
  acceptancePaidAt: moment(),
  anonymisedAt: moment(),
  sortName: text().notNull().generatedAlwaysAs(''),
  searchText: text().notNull().generatedAlwaysAs(''),
});

export const applications = pgTable('applications', columnsOfApplication());

/** Their search text through a view in which LIKE can use its index: docs/decisions/0004-search.md. */
export const findableApplications = pgTable('findable_applications', columnsOfApplication());

export const applicationPapers = pgTable('application_papers', {
  institutionId: institutionId(),
  applicationId: rowId().notNull(),
  /** The key of the intake's paper. */
  kind: text().notNull(),
  fileId: rowId().notNull(),
  name: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

/** Written by colleagues, never shown to the applicant. */
export const applicationNotes = pgTable('application_notes', {
  institutionId: institutionId(),
  id: identity(),
  applicationId: rowId().notNull(),
  note: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
  accountId: rowId(),
});

/** What the school asks of an applicant: each opens one part of the form until it is done. */
export const applicationTasks = pgTable('application_tasks', {
  institutionId: institutionId(),
  id: identity(),
  applicationId: rowId().notNull(),
  /** A `FormPart`, or `paper:` and the key of a paper. */
  part: text().notNull(),
  message: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
  accountId: rowId(),
  doneAt: moment(),
  closedAt: moment(),
});
