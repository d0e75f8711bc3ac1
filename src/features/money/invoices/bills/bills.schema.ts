import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { printedFileColumns } from '#kernel/print/printed-files.ts';

/** Files of many printed bills, which a job makes. */
export const billFiles = pgTable('bill_files', {
  ...printedFileColumns(),
  /** In the order of the pages. */
  invoiceIds: bigint({ mode: 'number' }).array().notNull(),
  /** The public address, for the codes that verify a bill. */
  origin: text().notNull(),
});
