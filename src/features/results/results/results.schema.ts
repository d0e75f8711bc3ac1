import { boolean, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, flag, institutionId, moment, rowId, recordKey } from '#kernel/tables.ts';
import type { Entry } from '#features/results/assessment/compute/types.ts';
import type { PublishedCard } from './publication/sealed-cards.ts';

/** Results as they were published; each is sealed with the one before. */
export const publishedResults = pgTable('published_results', {
  ...recordKey(),
  seq: rowId().notNull(),
  studentId: rowId().notNull(),
  termId: rowId().notNull(),
  batchId: rowId().notNull(),
  content: jsonb().$type<PublishedCard>().notNull(),
  digest: bytes().notNull(),
  seal: bytes().notNull(),
  code: text().notNull(),
  publishedAt: moment().notNull(),
  accountId: rowId(),
  replacedAt: moment(),
  /** That it came with; null for a publication. */
  correctionId: rowId(),
});

/** What is asked to be corrected in a published sheet. Its approval says what became of it. */
export const resultCorrections = pgTable('result_corrections', {
  ...recordKey(),
  sheetId: rowId().notNull(),
  reason: text().notNull(),
  seen: text().notNull(),
  accountId: rowId().notNull(),
  askedAt: moment().notNull().defaultNow(),
  keepsFigures: flag(),
});

export const resultCorrectionCells = pgTable('result_correction_cells', {
  ...recordKey(),
  correctionId: rowId().notNull(),
  studentId: rowId().notNull(),
  courseId: rowId().notNull(),
  component: text().notNull(),
  was: jsonb().$type<Entry>(),
  entered: jsonb().$type<Entry>(),
});

/** Notes of report cards in a correction. */
export const resultCorrectionNotes = pgTable('result_correction_notes', {
  ...recordKey(),
  correctionId: rowId().notNull(),
  studentId: rowId().notNull(),
  field: text().notNull(),
  was: text().notNull(),
  entered: text().notNull(),
});

/** Courses that a correction takes onto a result, or off it. */
export const resultCorrectionCourses = pgTable('result_correction_courses', {
  ...recordKey(),
  correctionId: rowId().notNull(),
  studentId: rowId().notNull(),
  courseId: rowId().notNull(),
  change: text({ enum: ['added', 'removed'] }).notNull(),
});

/** A term of past years, as it was imported. Averages and totals are hundredths. */
export const pastTerms = pgTable('past_terms', {
  ...recordKey(),
  studentId: rowId().notNull(),
  importId: rowId(),
  session: text().notNull(),
  year: integer().notNull(),
  term: text().notNull(),
  position: integer().notNull(),
  className: text(),
  system: text({ enum: ['average', 'gpa'] }).notNull(),
  average: integer(),
  rank: integer(),
  rankOf: integer(),
  createdAt: moment().notNull().defaultNow(),
});

/** Its courses, with codes, titles and units of that time. */
export const pastResults = pgTable('past_results', {
  institutionId: institutionId(),
  pastTermId: rowId().notNull(),
  code: text().notNull(),
  title: text().notNull(),
  units: integer().notNull().default(1),
  total: integer(),
  grade: text(),
  points: numeric({ mode: 'number' }),
  passed: boolean().notNull(),
});
