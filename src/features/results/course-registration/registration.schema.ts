import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { day, flag, institutionId, moment, rowId, recordKey } from '#kernel/tables.ts';
import type { RegistrationState } from './registration.ts';

export const registrationPeriods = pgTable('registration_periods', {
  ...recordKey(),
  classId: rowId().notNull(),
  termId: rowId().notNull(),
  minimumUnits: integer().notNull(),
  maximumUnits: integer().notNull(),
  opensOn: day().notNull(),
  closesOn: day().notNull(),
  lateUntil: day(),
  /** Minor units. */
  lateFee: bigint({ mode: 'number' }),
  lateCategoryId: rowId(),
  allowsOverride: flag(),
  closedOn: day(),
  createdAt: moment().notNull().defaultNow(),
});

export const courseRegistrations = pgTable('course_registrations', {
  ...recordKey(),
  studentId: rowId().notNull(),
  termId: rowId().notNull(),
  state: text().$type<RegistrationState>().notNull(),
  submittedAt: moment().notNull(),
  isLate: flag(),
  invoiceId: rowId(),
  decidedAt: moment(),
  accountId: rowId(),
  remark: text(),
  enteredBy: rowId(),
  overrideReason: text(),
});

/** What was chosen, as last submitted. */
export const registrationChoices = pgTable('registration_choices', {
  institutionId: institutionId(),
  registrationId: rowId().notNull(),
  courseId: rowId().notNull(),
});

/** What a student takes in a term by the last approval. */
export const registeredCourses = pgTable('registered_courses', {
  institutionId: institutionId(),
  studentId: rowId().notNull(),
  termId: rowId().notNull(),
  courseId: rowId().notNull(),
});
