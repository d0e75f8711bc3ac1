import { boolean, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { day, identity, institutionId, minor, moment, rowId } from '#kernel/tables.ts';
import type { NotationEvidence } from '#kernel/notation.ts';
import type { DateEvidence } from '#features/people/imports/engine/date-order.ts';
import type { SourceRow } from '#features/people/imports/engine/workbook.ts';
import type { Channel } from '#features/money/ledger/channels.ts';
import type { PaymentStatus } from '#features/money/payments/payments.ts';
import type { LineState, Strength } from './bank-labels.ts';

export const bankAccounts = pgTable('bank_accounts', {
  institutionId: institutionId(),
  id: identity(),
  name: text().notNull(),
  bank: text().notNull(),
  number: text().notNull(),
  ledgerAccountId: rowId().notNull(),
  archivedAt: moment(),
  createdAt: moment().notNull().defaultNow(),
});

export interface StatementColumn {
  header: string;
  samples: string[];
  dates: DateEvidence;
  amounts?: NotationEvidence;
}

/** A row of a file that is no line, and why. */
export interface RowProblem {
  row: number;
  message: string;
}

export const bankStatements = pgTable('bank_statements', {
  institutionId: institutionId(),
  id: identity(),
  bankAccountId: rowId().notNull(),
  fileName: text().notNull(),
  sha256: text().notNull(),
  columns: jsonb().$type<StatementColumn[]>().notNull(),
  /** The rows of the file, until the columns are confirmed. */
  content: jsonb().$type<SourceRow[]>(),
  rowCount: integer().notNull(),
  state: text().$type<'uploaded' | 'read'>().notNull().default('uploaded'),
  lineCount: integer().notNull().default(0),
  repeatedCount: integer().notNull().default(0),
  problems: jsonb().$type<RowProblem[]>().notNull().default([]),
  problemCount: integer().notNull().default(0),
  firstDay: day(),
  lastDay: day(),
  createdAt: moment().notNull().defaultNow(),
  readAt: moment(),
  accountId: rowId(),
});

export const bankLines = pgTable('bank_lines', {
  institutionId: institutionId(),
  id: identity(),
  bankAccountId: rowId().notNull(),
  statementId: rowId().notNull(),
  rowNumber: integer().notNull(),
  day: day().notNull(),
  /** Above zero is money in. */
  amount: minor().notNull(),
  reference: text(),
  narration: text(),
  fingerprint: text().notNull(),
  ordinal: integer().notNull(),
  state: text().$type<LineState>().notNull().default('open'),
  strength: text().$type<Strength>(),
  reason: text(),
  /** Proposed while it is open, afterwards the one that it is. */
  paymentId: rowId(),
  studentId: rowId(),
  /** Proposed while it is open, afterwards the account that it was posted to. */
  postingAccountId: rowId(),
  remark: text(),
  settledAt: moment(),
  settledBy: rowId(),
  /** Which time it is posted: one more after each undoing. */
  turn: smallint().notNull().default(1),
});

/** The account that is proposed for money out whose narration has these words. */
export const bankPostingRules = pgTable('bank_posting_rules', {
  institutionId: institutionId(),
  words: text().notNull(),
  ledgerAccountId: rowId().notNull(),
});

/** The payments that a line is, each seen at the bank once. */
export const bankLinePayments = pgTable('bank_line_payments', {
  institutionId: institutionId(),
  paymentId: rowId().notNull(),
  lineId: rowId().notNull(),
});

const paymentColumns = () => ({
  institutionId: institutionId(),
  paymentId: rowId().notNull(),
  channel: text().$type<Channel>().notNull(),
  status: text().$type<PaymentStatus>().notNull(),
  day: day().notNull(),
  amount: minor().notNull(),
  currency: text().notNull(),
  reference: text(),
  receiptNumber: integer(),
});

/** The view of payments that a line can be: cheques, transfers, POS slips and online payments. */
export const bankablePayments = pgTable('payments_at_bank', { ...paymentColumns(), isSeenAtBank: boolean() });

/** The view of those that no statement has shown yet. */
export const unseenPayments = pgTable('payments_unseen_at_bank', paymentColumns());

/** Accounts of students' own, whose money the gateway credits by itself. */
export const creditedAccounts = pgTable('credited_accounts', {
  institutionId: institutionId(),
  id: rowId().notNull(),
  studentId: rowId(),
  accountNumber: text().notNull(),
});
