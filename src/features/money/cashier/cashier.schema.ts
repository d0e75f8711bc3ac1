import { pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { identity, institutionId, minor, moment, rowId } from '#kernel/tables.ts';
import type { CounterChannel } from '#features/money/ledger/channels.ts';

export const cashierCounts = pgTable('cashier_counts', {
  institutionId: institutionId(),
  dayId: rowId().notNull(),
  /** 1 for the first count, which was made blind; 2 for a recount. */
  turn: smallint().notNull().default(1),
  channel: text().$type<CounterChannel>().notNull(),
  expected: minor().notNull(),
  counted: minor().notNull(),
});

/** What was missing or left over in a channel of an approved day, until it is explained. */
export const cashierDifferences = pgTable('cashier_differences', {
  institutionId: institutionId(),
  id: identity(),
  dayId: rowId().notNull(),
  channel: text().$type<CounterChannel>().notNull(),
  /** Counted less expected. */
  amount: minor().notNull(),
  /** Who answers for it: the cashier. */
  accountId: rowId().notNull(),
  openedAt: moment().notNull().defaultNow(),
  openedBy: rowId().notNull(),
  explainedAt: moment(),
  explainedBy: rowId(),
  how: text().$type<'posted' | 'payment'>(),
  reason: text(),
  paymentId: rowId(),
});
