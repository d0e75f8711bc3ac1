import { pgTable, text } from 'drizzle-orm/pg-core';
import { institutionId, rowId } from '#kernel/tables.ts';

/** The school's bank accounts that families are shown: a view of those in force. */
export const accountsToPay = pgTable('accounts_to_pay', {
  institutionId: institutionId(),
  id: rowId().notNull(),
  name: text().notNull(),
  bank: text().notNull(),
  number: text().notNull(),
});
