import { customType, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { day, institutionId, moment, rowId, recordKey } from '#kernel/tables.ts';
import type { PeriodKind, RoomKind } from './timetable.ts';

/** '08:05:00', in the time zone of the institution. */
const timeOfDay = customType<{ data: string }>({ dataType: () => 'time(0) without time zone' });

export const rooms = pgTable('rooms', {
  ...recordKey(),
  name: text().notNull(),
  kind: text().$type<RoomKind>().notNull().default('classroom'),
  seats: integer(),
  retiredAt: moment(),
});

/** Versions: a draft while it has no days. */
export const timetables = pgTable('timetables', {
  ...recordKey(),
  sessionId: rowId().notNull(),
  /** The term of the session it is made for; null: the whole session. */
  termPosition: integer(),
  name: text().notNull(),
  validFrom: day(),
  /** The last day; null: until the next one. The day before `validFrom`: replaced before it began. */
  validUntil: day(),
  revision: integer().notNull().default(1),
  copiedFromId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  publishedAt: moment(),
  publishedBy: rowId(),
});

export const bellPatterns = pgTable('bell_patterns', {
  ...recordKey(),
  timetableId: rowId().notNull(),
  name: text().notNull(),
});

export const bellPeriods = pgTable('bell_periods', {
  institutionId: institutionId(),
  patternId: rowId().notNull(),
  position: integer().notNull(),
  kind: text().$type<PeriodKind>().notNull(),
  /** Counts those in which lessons are taught; lessons refer to it. */
  period: integer(),
  name: text().notNull(),
  startsAt: timeOfDay().notNull(),
  endsAt: timeOfDay().notNull(),
});

export const timetableDays = pgTable('timetable_days', {
  institutionId: institutionId(),
  timetableId: rowId().notNull(),
  /** ISO: 1 is Monday. */
  weekday: integer().notNull(),
  patternId: rowId().notNull(),
});

/** What the last transactions left that changed what a week shows: one row, more after changes at the same time. */
export const timetableChanges = pgTable('timetable_changes', {
  ...recordKey(),
});

/** A view that cover keeps true: who takes which part of a lesson on a day, in place of somebody who is away. */
export const lessonSubstitutes = pgTable('lesson_substitutes', {
  institutionId: integer(),
  onDate: day(),
  lessonId: rowId(),
  partId: rowId(),
  absentId: rowId(),
  substituteId: rowId(),
});
