import { customType, pgTable, text } from 'drizzle-orm/pg-core';
import { day, institutionId, moment, rowId, recordKey } from '#kernel/tables.ts';

const periodRange = customType<{ data: string }>({ dataType: () => 'int4range' });

/** Lessons of absent teachers that somebody else takes on a day. */
export const covers = pgTable('covers', {
  ...recordKey(),
  onDate: day().notNull(),
  lessonId: rowId().notNull(),
  partId: rowId().notNull(),
  absentId: rowId().notNull(),
  substituteId: rowId().notNull(),
  periods: periodRange().notNull(),
  note: text(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
});

/** Changes of them that nobody was told of yet. */
export const coverChanges = pgTable('cover_changes', {
  institutionId: institutionId(),
  onDate: day().notNull(),
  lessonId: rowId().notNull(),
  partId: rowId().notNull(),
  absentId: rowId().notNull(),
  wasId: rowId(),
  accountId: rowId(),
  firstAt: moment().notNull().defaultNow(),
  changedAt: moment().notNull().defaultNow(),
});
