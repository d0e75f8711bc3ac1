import { pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { institutionId, moment, rowId } from '#kernel/tables.ts';

export const contactSettings = pgTable('contact_settings', {
  institutionId: institutionId(),
  dueDays: smallint().notNull().default(3),
  overdueDays: smallint().notNull().default(7),
  birthdayHour: smallint().notNull().default(8),
});

/** What was written about, once for each step. */
export const toldEvents = pgTable('told_events', {
  institutionId: institutionId(),
  event: text().notNull(),
  /** An invoice, a payment or a person. */
  sourceId: rowId().notNull(),
  step: text().notNull().default(''),
  toldAt: moment().notNull().defaultNow(),
});
