import { pgTable } from 'drizzle-orm/pg-core';
import { identity, institutionId, minor, moment, rowId } from '#kernel/tables.ts';

/** What students owed or had in credit when the books began, with the import that brought it. */
export const openingBalances = pgTable('opening_balances', {
  institutionId: institutionId(),
  id: identity(),
  studentId: rowId().notNull(),
  importId: rowId().notNull(),
  /** Owed above zero, credit below. */
  amount: minor().notNull(),
  invoiceId: rowId(),
  paymentId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  undoneAt: moment(),
});
