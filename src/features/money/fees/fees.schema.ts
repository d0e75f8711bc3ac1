import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { day, flag, identity, institutionId, minor, moment, rowId } from '#kernel/tables.ts';
import { columnsOf } from '#kernel/record-fields/derive.ts';
import { feeFields } from './fees.fields.ts';
import type { FineRule, AudienceKind, DiscountGroup } from './fees.ts';

export const feeCategories = pgTable('fee_categories', {
  institutionId: institutionId(),
  id: identity(),
  name: text().notNull(),
  ledgerAccountId: rowId().notNull(),
  archivedAt: moment(),
});

export const fees = pgTable('fees', {
  institutionId: institutionId(),
  id: identity(),
  categoryId: rowId().notNull(),
  sessionId: rowId().notNull(),
  termId: rowId(),
  ...columnsOf(feeFields),
  fineHow: text().$type<FineRule['how']>(),
  fineAmount: minor(),
  /** Hundredths of a percent. */
  finePercent: integer(),
  fineGraceDays: integer(),
  fineCap: minor(),
  copiedFromId: rowId(),
  endedAt: moment(),
  createdAt: moment().notNull().defaultNow(),
});

export const feeParticulars = pgTable('fee_particulars', {
  institutionId: institutionId(),
  id: identity(),
  feeId: rowId().notNull(),
  position: integer().notNull(),
  name: text().notNull(),
  categoryId: rowId().notNull(),
  amount: minor().notNull(),
  isOptional: flag(),
});

/** A single instalment without percent or amount is the whole; the last one takes the remainder. */
export const feeInstalments = pgTable('fee_instalments', {
  institutionId: institutionId(),
  feeId: rowId().notNull(),
  position: integer().notNull(),
  dueOn: day().notNull(),
  percent: integer(),
  amount: minor(),
});

/** Students who match one row of every kind that is there, and those picked by hand; no rows: everybody. */
export const feeAudience = pgTable('fee_audience', {
  institutionId: institutionId(),
  id: identity(),
  feeId: rowId().notNull(),
  kind: text().$type<AudienceKind>().notNull(),
  programId: rowId(),
  classId: rowId(),
  batchId: rowId(),
  categoryId: rowId(),
  optionId: rowId(),
  studentId: rowId(),
  word: text().$type<'new' | 'returning' | 'female' | 'male'>(),
});

export const discountSchemes = pgTable('discount_schemes', {
  institutionId: institutionId(),
  id: identity(),
  name: text().notNull(),
  /** Hundredths of a percent. */
  percent: integer(),
  amount: minor(),
  who: text().$type<DiscountGroup>().notNull(),
  /** From which child of a family on, the eldest first. */
  childFrom: integer(),
  studentCategoryId: rowId(),
  /** Only charges of this category. */
  feeCategoryId: rowId(),
  isScholarship: flag(),
  archivedAt: moment(),
});

export const discountStudents = pgTable('discount_students', {
  institutionId: institutionId(),
  schemeId: rowId().notNull(),
  studentId: rowId().notNull(),
  until: day(),
  note: text(),
  createdAt: moment().notNull().defaultNow(),
  givenBy: rowId(),
  agreedBy: rowId(),
});

export const feeDiscounts = pgTable('fee_discounts', {
  institutionId: institutionId(),
  feeId: rowId().notNull(),
  position: integer().notNull(),
  schemeId: rowId().notNull(),
});

/** Optional particulars that a student takes. */
export const feeChoices = pgTable('fee_choices', {
  institutionId: institutionId(),
  particularId: rowId().notNull(),
  studentId: rowId().notNull(),
  createdAt: moment().notNull().defaultNow(),
  accountId: rowId(),
});
