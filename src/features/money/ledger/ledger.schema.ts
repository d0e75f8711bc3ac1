import { jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { day, identity, institutionId, minor, moment, rowId } from '#kernel/tables.ts';
import type { AccountKind, AccountRole } from './chart.ts';
import type { Source } from './sources.ts';

export const ledgerBooks = pgTable('ledger_books', {
  institutionId: institutionId(),
  /** Entries of this day and before are final. */
  closedThrough: day(),
  closedAt: moment(),
  closedBy: rowId(),
});

/** When the books were closed and reopened. */
export const ledgerClosings = pgTable('ledger_closings', {
  institutionId: institutionId(),
  id: identity(),
  /** Until when they are closed since; null: all is open. */
  closedThrough: day(),
  previous: day(),
  reason: text(),
  /** What was open in the period when it was closed, by kind. */
  leftOpen: jsonb().$type<Record<string, number>>().notNull().default({}),
  at: moment().notNull().defaultNow(),
  accountId: rowId(),
  approvedBy: rowId(),
});

export const ledgerAccounts = pgTable('ledger_accounts', {
  institutionId: institutionId(),
  id: identity(),
  code: text().notNull(),
  name: text().notNull(),
  kind: text().$type<AccountKind>().notNull(),
  /** What the product posts to it; null for accounts that the institution added. */
  role: text().$type<AccountRole>(),
  /** What it is for. */
  note: text(),
  archivedAt: moment(),
});

export const ledgerEntries = pgTable('ledger_entries', {
  institutionId: institutionId(),
  id: identity(),
  day: day().notNull(),
  source: text().$type<Source>().notNull(),
  sourceId: rowId().notNull(),
  part: text().notNull().default(''),
  description: text().notNull(),
  currency: text().notNull(),
  reversesId: rowId(),
  postedAt: moment().notNull().defaultNow(),
  accountId: rowId(),
});

export const ledgerLines = pgTable('ledger_lines', {
  institutionId: institutionId(),
  entryId: rowId().notNull(),
  position: smallint().notNull(),
  ledgerAccountId: rowId().notNull(),
  /** Debit above zero, credit below. */
  amount: minor().notNull(),
  studentId: rowId(),
  day: day().notNull(),
});

/** Entries that a person posts. */
export const manualEntries = pgTable('manual_entries', {
  institutionId: institutionId(),
  id: identity(),
  /** A note for each line, in the same order; empty for none. */
  notes: text().array().notNull(),
  /** Why it reverses another entry. */
  reason: text(),
  preparedBy: rowId(),
  approvedBy: rowId(),
});

/** Sums of the lines of each student, changed in the transaction that posts them. */
export const studentBalances = pgTable('student_balances', {
  institutionId: institutionId(),
  studentId: rowId().notNull(),
  owed: minor().notNull().default(0),
  credit: minor().notNull().default(0),
});
