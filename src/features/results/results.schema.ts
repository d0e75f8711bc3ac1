import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import type { PublishedCard } from './publication/published-card.ts';

/** Results as they were published; each is sealed with the one before. */
export const publishedResults = pgTable('published_results', {
  institutionId: institutionId(),
  id: identity(),
  seq: rowId().notNull(),
  studentId: rowId().notNull(),
  termId: rowId().notNull(),
  batchId: rowId().notNull(),
  content: jsonb().$type<PublishedCard>().notNull(),
  digest: bytes().notNull(),
  seal: bytes().notNull(),
  code: text().notNull(),
  publishedAt: moment().notNull(),
  accountId: rowId(),
  replacedAt: moment(),
});
