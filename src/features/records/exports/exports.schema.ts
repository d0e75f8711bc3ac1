import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { TableFormat } from '#kernel/export/columns.ts';
import { identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import type { ExportState } from './export-state.ts';

/** Files of long exports, which a job makes. */
export const exportFiles = pgTable('export_files', {
  institutionId: institutionId(),
  id: identity(),
  kind: text().notNull(),
  title: text().notNull(),
  format: text().$type<TableFormat>().notNull(),
  asked: jsonb().$type<object>().notNull(),
  state: text().$type<ExportState>().notNull().default('queued'),
  attempts: integer().notNull().default(0),
  rights: text().array().notNull().default([]),
  rowCount: integer(),
  fileId: rowId(),
  failure: text(),
  accountId: rowId().notNull(),
  createdAt: moment().notNull().defaultNow(),
  finishedAt: moment(),
});

/** How far each is, while it is made. */
export const exportProgress = pgTable('export_progress', {
  institutionId: institutionId(),
  exportFileId: rowId().notNull(),
  rowCount: integer(),
  doneCount: integer().notNull().default(0),
});
