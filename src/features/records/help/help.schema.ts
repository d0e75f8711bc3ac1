import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#kernel/tables.ts';

export const toursSeen = pgTable('tours_seen', {
  accountId: bigint({ mode: 'number' }).notNull(),
  tour: text().notNull(),
  version: integer().notNull(),
  state: text().$type<'finished' | 'dismissed'>().notNull(),
  at: moment().notNull().defaultNow(),
});
