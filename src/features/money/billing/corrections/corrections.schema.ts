import { pgTable, text } from 'drizzle-orm/pg-core';
import { identity, institutionId, minor, moment, rowId } from '#kernel/tables.ts';

/** Issued invoices whose amounts were wrong, corrected together. */
export const feeCorrections = pgTable('fee_corrections', {
  institutionId: institutionId(),
  id: identity(),
  feeId: rowId().notNull(),
  reason: text().notNull(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  undoneAt: moment(),
});

/** What each item of an invoice cost before and costs since. */
export const feeCorrectionItems = pgTable('fee_correction_items', {
  institutionId: institutionId(),
  correctionId: rowId().notNull(),
  invoiceId: rowId().notNull(),
  particularId: rowId().notNull(),
  was: minor().notNull(),
  becomes: minor().notNull(),
});

/** The credit notes and invoices that correct an invoice. */
export const feeCorrectionDocuments = pgTable('fee_correction_documents', {
  institutionId: institutionId(),
  id: identity(),
  correctionId: rowId().notNull(),
  invoiceId: rowId().notNull(),
  creditNoteId: rowId(),
  addedId: rowId(),
});
