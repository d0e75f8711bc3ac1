import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, institutionId, moment, rowId } from '#kernel/tables.ts';

export const recoveryCodes = pgTable('recovery_codes', {
  accountId: bigint({ mode: 'number' }).notNull(),
  codeHash: bytes().notNull(),
  usedAt: moment(),
});

export const oneTimeTokens = pgTable('one_time_tokens', {
  tokenHash: bytes().notNull(),
  kind: text().$type<'invitation' | 'reset' | 'setup' | 'second_step'>().notNull(),
  accountId: rowId(),
  attempts: integer().notNull().default(0),
  createdAt: moment().notNull().defaultNow(),
  expiresAt: moment().notNull(),
  usedAt: moment(),
});

export const throttles = pgTable('throttles', {
  key: text().notNull(),
  failures: integer().notNull(),
  firstAt: moment().notNull(),
  blockedUntil: moment(),
});

/** Views that features above keep true, since accounts cannot read their tables. */
export const linkablePeople = pgTable('linkable_people', {
  institutionId: institutionId(),
  type: text().$type<'employee' | 'guardian' | 'student'>().notNull(),
  id: rowId().notNull(),
  mergedIntoId: rowId(),
  email: text(),
  phone: text(),
  mobile: text(),
  createdAt: moment().notNull(),
  updatedAt: moment().notNull(),
});

export const importedFiles = pgTable('imported_files', {
  institutionId: institutionId(),
  accountId: rowId(),
  kind: text().notNull(),
  createdAt: moment().notNull(),
  finishedAt: moment(),
});
