import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { day, flag, identity, institutionId, minor, moment, rowId } from '#kernel/tables.ts';
import type { CountedAmount, RuleNeeds, WithheldItem } from './holds.ts';

const ids = () => bigint({ mode: 'number' }).array().notNull().default([]);
const words = () => text().$type<WithheldItem>().array().notNull();

/** Who is held follows from these rules, balances and open invoices: held/debt-and-holds.ts. */
export const holdRules = pgTable('hold_rules', {
  institutionId: institutionId(),
  id: identity(),
  name: text().notNull(),
  withholds: words(),
  /** Students who owe more are held. */
  above: minor(),
  counts: text().$type<CountedAmount>().notNull().default('overdue'),
  /** Students whose oldest due is overdue for more days are held. */
  overdueDays: integer(),
  needs: text().$type<RuleNeeds>().notNull().default('either'),
  /** Only students of these programs and classes, unless both are empty. */
  programIds: ids(),
  classIds: ids(),
  isOn: flag(),
  createdAt: moment().notNull().defaultNow(),
});

/** A student for whom what is withheld is released until a day. */
export const holdLifts = pgTable('hold_lifts', {
  institutionId: institutionId(),
  id: identity(),
  studentId: rowId().notNull(),
  lifts: words(),
  until: day().notNull(),
  reason: text(),
  createdAt: moment().notNull().defaultNow(),
  accountId: rowId(),
  endedAt: moment(),
  endedBy: rowId(),
});
