import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, institutionId, moment, rowId } from '#kernel/tables.ts';

/** Files of many report cards, which a job makes. */
export const cardFiles = pgTable('card_files', {
  institutionId: institutionId(),
  id: identity(),
  state: text().$type<'queued' | 'running' | 'done' | 'failed'>().notNull().default('queued'),
  /** In the order of the pages. */
  sheetIds: bigint({ mode: 'number' }).array().notNull(),
  cardCount: integer().notNull(),
  /** The public address, for the codes that prove a report card. */
  origin: text(),
  doneCount: integer().notNull().default(0),
  fileId: rowId(),
  failure: text(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  finishedAt: moment(),
});
