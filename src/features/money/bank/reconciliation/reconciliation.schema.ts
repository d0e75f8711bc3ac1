import { boolean, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { day, identity, institutionId, minor, moment, rowId } from '#kernel/tables.ts';
import type { ClosedFigures, ItemKind } from './figures.ts';

export const bankWaits = pgTable('bank_waits', {
  institutionId: institutionId(),
  transfer: smallint().notNull(),
  pos: smallint().notNull(),
  cheque: smallint().notNull(),
});

export const reconciliations = pgTable('reconciliations', {
  institutionId: institutionId(),
  id: identity(),
  bankAccountId: rowId().notNull(),
  through: day().notNull(),
  statementBalance: minor().notNull(),
  bookBalance: minor().notNull(),
  /** As they were at the close. */
  figures: jsonb().$type<ClosedFigures>().notNull(),
  closedAt: moment().notNull().defaultNow(),
  closedBy: rowId().notNull(),
  reopenedAt: moment(),
  reopenedBy: rowId(),
  reopenApprovedBy: rowId(),
  reopenReason: text(),
});

export const reconciliationNotes = pgTable('reconciliation_notes', {
  institutionId: institutionId(),
  bankAccountId: rowId().notNull(),
  kind: text().$type<ItemKind>().notNull(),
  itemId: rowId().notNull(),
  /** It is in both balances already; otherwise the other side comes later. */
  isSettled: boolean().notNull(),
  explanation: text().notNull(),
  notedAt: moment().notNull().defaultNow(),
  notedBy: rowId().notNull(),
  /** The closed reconciliation that a settled item ended in. */
  reconciliationId: rowId(),
});
