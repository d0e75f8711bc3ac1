import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { institutionId, moment } from '#kernel/tables.ts';
import type { Difference } from './check-books.ts';

/** The last nightly comparison of all sums with their rows. */
export const bookProofs = pgTable('book_proofs', {
  institutionId: institutionId(),
  checkedAt: moment().notNull().defaultNow(),
  differenceCount: integer().notNull(),
  differences: jsonb().$type<Difference[]>().notNull(),
});
