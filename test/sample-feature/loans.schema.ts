import { bigint, date, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, institutionId } from '#kernel/tables.ts';

/** Books that the library has lent to students. */
export const bookLoans = pgTable('book_loans', {
  institutionId: institutionId(),
  id: identity(),
  studentId: bigint({ mode: 'number' }).notNull(),
  title: text().notNull(),
  dueOn: date().notNull(),
  returnedOn: date(),
});
