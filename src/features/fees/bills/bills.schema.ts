import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, institutionId, moment, rowId } from '#kernel/tables.ts';

/** Files of many printed bills, which a job makes. */
export const billFiles = pgTable('bill_files', {
  institutionId: institutionId(),
  id: identity(),
  state: text().$type<'queued' | 'running' | 'done' | 'failed'>().notNull().default('queued'),
  /** In the order of the pages. */
  invoiceIds: bigint({ mode: 'number' }).array().notNull(),
  /** The public address, for the codes that verify a bill. */
  origin: text().notNull(),
  doneCount: integer().notNull().default(0),
  fileId: rowId(),
  failure: text(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  finishedAt: moment(),
});
