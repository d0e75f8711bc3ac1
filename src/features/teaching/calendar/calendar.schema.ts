import { bigint, integer, pgTable, smallint, text, time } from 'drizzle-orm/pg-core';
import { bytes, day, flag, institutionId, moment, rowId, recordKey } from '#kernel/tables.ts';
import type { EntryAudience, EntryKind } from './entry-kinds.ts';

export const calendarRules = pgTable('calendar_rules', {
  institutionId: institutionId(),
  schoolWeekdays: smallint().array().notNull(),
  halfWeekdays: smallint().array().notNull(),
});

/** National holidays that were put into a calendar with a session. */
export const calendarSeededHolidays = pgTable('calendar_seeded_holidays', {
  institutionId: institutionId(),
  holiday: text().notNull(),
});

export const calendarEntries = pgTable('calendar_entries', {
  ...recordKey(),
  kind: text().$type<EntryKind>().notNull(),
  title: text().notNull(),
  note: text(),
  startsOn: day().notNull(),
  endsOn: day().notNull(),
  startsAt: time(),
  endsAt: time(),
  audiences: text().$type<EntryAudience>().array().notNull(),
  classIds: rowId().array().notNull(),
  /** Which national holiday. */
  holiday: text(),
  isExpected: flag(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
});

/** The secret address of an account's calendar. */
export const calendarFeeds = pgTable('calendar_feeds', {
  accountId: bigint({ mode: 'number' }).notNull(),
  tokenHash: bytes().notNull(),
  createdAt: moment().notNull().defaultNow(),
  readAt: moment(),
});

/** A view of what was done on days; later features add to it. */
export const calendarUses = pgTable('calendar_uses', {
  institutionId: institutionId(),
  onDate: day(),
  registers: integer(),
});
