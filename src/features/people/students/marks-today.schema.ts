import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { rowId } from '#kernel/tables.ts';

/** What registers of today say of students: a view that attendance answers. */
export const marksToday = pgTable('marks_today', {
  institutionId: integer().notNull(),
  studentId: rowId().notNull(),
  kind: text().notNull(),
});
