import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { flag, identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import type { Inspection } from './engine/inspect.ts';
import type { Mapping, Options } from './engine/plan.ts';
import type { ListKey } from '#features/lookups/lookups.schema.ts';
import type { ImportKind } from './kinds/kind-words.ts';
import type { ImportMode, ImportState } from './import-state.ts';

/** The file as it was found, without the count of its rows, which has a column of its own. */
export type FileForm = Omit<Inspection, 'rowCount'>;

/** Words by list, the first few of many. */
export type NewWords = Partial<Record<ListKey, { count: number; words: string[] }>>;

export const imports = pgTable('imports', {
  institutionId: institutionId(),
  id: identity(),
  kind: text().$type<ImportKind>().notNull().default('students'),
  /** None once it is emptied. */
  fileId: rowId(),
  /** The name of the file that is no longer there. */
  fileName: text(),
  accountId: rowId(),
  state: text().$type<ImportState>().notNull().default('uploaded'),
  format: jsonb().$type<FileForm>().notNull(),
  mapping: jsonb().$type<Mapping>().notNull(),
  options: jsonb().$type<Options>().notNull(),
  mode: text().$type<ImportMode>(),
  rowCount: integer().notNull().default(0),
  checkedCount: integer().notNull().default(0),
  goodCount: integer().notNull().default(0),
  badCount: integer().notNull().default(0),
  doneCount: integer().notNull().default(0),
  importedCount: integer().notNull().default(0),
  /** What the lists do not have yet; running it adds them. */
  newWords: jsonb().$type<NewWords>().notNull().default({}),
  /** How many new people come in without a required own field, by its id. */
  lacking: jsonb().$type<Record<number, number>>().notNull().default({}),
  failure: text(),
  createdAt: moment().notNull().defaultNow(),
  finishedAt: moment(),
  /** When the file and what was kept of its rows went. */
  emptiedAt: moment(),
  /** Somebody in it was erased; else it was old. */
  emptiedByErasure: flag(),
});
export type ImportRow = typeof imports.$inferSelect;

export const importProblems = pgTable('import_problems', {
  institutionId: institutionId(),
  importId: rowId().notNull(),
  id: identity(),
  rowNumber: integer().notNull(),
  columnName: text(),
  value: text(),
  message: text().notNull(),
});
