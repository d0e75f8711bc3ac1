import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { day, identity, institutionId, minor, moment, rowId } from '#kernel/tables.ts';
import { columnsOf } from '#kernel/record-fields/derive.ts';
import { invoiceFields } from './invoices.fields.ts';
import type { CreditNoteKind, InvoiceKind } from './invoices.ts';
import type { FineRule } from '#features/money/fees/fees.ts';

export const invoices = pgTable('invoices', {
  institutionId: institutionId(),
  id: identity(),
  number: integer().notNull(),
  studentId: rowId().notNull(),
  kind: text().$type<InvoiceKind>().notNull(),
  ...columnsOf(invoiceFields),
  issuedOn: day().notNull(),
  sessionId: rowId(),
  termId: rowId(),
  /** The batch of that day. */
  batchId: rowId(),
  feeId: rowId(),
  /** The optional particular that it bills, after the fee was billed. */
  particularId: rowId(),
  runId: rowId(),
  /** The invoice that a fine is for, and what it is charged for: one fine for each. */
  parentId: rowId(),
  fineFor: text(),
  /** The rule of that day; null if late payment costs nothing. */
  fineRule: jsonb().$type<FineRule>(),
  total: minor().notNull(),
  credited: minor().notNull().default(0),
  settled: minor().notNull().default(0),
  /** What is left to pay. */
  open: minor()
    .notNull()
    .generatedAlwaysAs(sql`total - settled - credited`),
  cancelledAt: moment(),
  printedAt: moment(),
  /** In the public address that verifies a printed bill. */
  code: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
  accountId: rowId(),
});

/** The snapshot: charges above zero, discounts below. */
export const invoiceLines = pgTable('invoice_lines', {
  institutionId: institutionId(),
  invoiceId: rowId().notNull(),
  position: smallint().notNull(),
  name: text().notNull(),
  amount: minor().notNull(),
  ledgerAccountId: rowId().notNull(),
  categoryId: rowId(),
  particularId: rowId(),
  schemeId: rowId(),
});

/** When it is due: amounts that sum to its total. */
export const invoiceDues = pgTable('invoice_dues', {
  institutionId: institutionId(),
  invoiceId: rowId().notNull(),
  position: smallint().notNull(),
  dueOn: day().notNull(),
  amount: minor().notNull(),
});

export const feeSettings = pgTable('fee_settings', {
  institutionId: institutionId(),
  /** How much one person may take off debts alone in a term. */
  aloneLimit: minor().notNull().default(0),
});

export const creditNotes = pgTable('credit_notes', {
  institutionId: institutionId(),
  id: identity(),
  number: integer().notNull(),
  invoiceId: rowId().notNull(),
  studentId: rowId().notNull(),
  kind: text().$type<CreditNoteKind>().notNull(),
  /** The optional item of the invoice that it takes back. */
  particularId: rowId(),
  amount: minor().notNull(),
  reason: text().notNull(),
  day: day().notNull(),
  createdAt: moment().notNull().defaultNow(),
  accountId: rowId(),
  /** The second person; null if nobody was asked. */
  agreedBy: rowId(),
});
