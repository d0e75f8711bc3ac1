import { bigint, integer, pgTable } from 'drizzle-orm/pg-core';
import { rowId } from '#kernel/tables.ts';

/** What students owe, in minor units: a view that the ledger answers. Students who owe nothing have no row. */
export const studentDebts = pgTable('student_debts', {
  institutionId: integer().notNull(),
  studentId: rowId().notNull(),
  owed: bigint({ mode: 'number' }).notNull(),
});
