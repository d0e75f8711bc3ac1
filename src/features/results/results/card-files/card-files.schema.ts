import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { printedFileColumns } from '#kernel/print/printed-files.ts';

/** Files of many report cards, which a job makes. */
export const cardFiles = pgTable('card_files', {
  ...printedFileColumns(),
  /** In the order of the pages. */
  sheetIds: bigint({ mode: 'number' }).array().notNull(),
  cardCount: integer().notNull(),
  /** The public address, for the codes that prove a report card. */
  origin: text(),
});
