import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { institutionId, rowId } from '#kernel/tables.ts';

/** A view that marks answer: the terms of batches whose results are published. */
export const publishedBatches = pgTable('published_batches', {
  institutionId: institutionId(),
  batchId: rowId().notNull(),
  termId: rowId().notNull(),
  term: text().notNull(),
  position: integer().notNull(),
});
