import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { printedFileColumns } from '#kernel/print/printed-files.ts';
import { day, identity, institutionId, moment, rowId } from '#kernel/tables.ts';

/** One text to many, on paper. */
export const letters = pgTable('letters', {
  institutionId: institutionId(),
  id: identity(),
  recipients: text().$type<'guardians' | 'students'>().notNull(),
  reach: text().$type<'unreached' | 'all'>().notNull(),
  batchIds: bigint({ mode: 'number' }).array().notNull().default([]),
  subject: text().notNull(),
  body: text().notNull(),
  signedBy: text().notNull(),
  /** The permissions that the text reveals something to. */
  needs: text(),
  letterCount: integer().notNull(),
  day: day().notNull(),
  author: text().notNull(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
});

/** What each recipient got, in the order of the pages. */
export const letterCopies = pgTable('letter_copies', {
  institutionId: institutionId(),
  letterId: rowId().notNull(),
  place: integer().notNull(),
  guardianId: rowId(),
  studentId: rowId(),
  name: text().notNull(),
  address: text().array().notNull().default([]),
  subject: text().notNull(),
  body: text().notNull(),
});

/** Files of letters, which a job makes. */
export const letterFiles = pgTable('letter_files', {
  ...printedFileColumns(),
  letterId: rowId().notNull(),
  letterCount: integer().notNull(),
});
