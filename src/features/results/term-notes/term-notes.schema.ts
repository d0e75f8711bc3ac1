import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { institutionId, moment, rowId, recordKey } from '#kernel/tables.ts';
import type { Writer } from './notes/note-fields.ts';

/** Of a sheet: how often the school opened in the term. */
export const sheetNotes = pgTable('sheet_notes', {
  institutionId: institutionId(),
  sheetId: rowId().notNull(),
  timesOpened: integer(),
});

/** Attendance, traits and remarks of a student in a term. */
export const termNotes = pgTable('term_notes', {
  institutionId: institutionId(),
  studentId: rowId().notNull(),
  termId: rowId().notNull(),
  notes: jsonb().$type<Record<string, string>>().notNull(),
  writtenBy: jsonb().$type<Record<string, number | null>>().notNull(),
  updatedAt: moment().notNull().defaultNow(),
});

/** Remarks to choose from, by average in hundredths: from `fromAverage` to below `toAverage`. */
export const remarkBank = pgTable('remark_bank', {
  ...recordKey(),
  writer: text().$type<Writer>().notNull(),
  fromAverage: integer().notNull(),
  toAverage: integer().notNull(),
  remark: text().notNull(),
});
