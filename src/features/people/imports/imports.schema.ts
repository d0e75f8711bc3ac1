import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { flag, identity, institutionId, minor, moment, rowId } from '#kernel/tables.ts';
import type { Inspection } from './engine/inspect.ts';
import type { Corrections } from './engine/field.ts';
import type { Changes } from '#kernel/edit/changes.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import type { Decisions, Mapping, Options } from './engine/plan.ts';
import type { ListKey } from '#features/records/lookups/lookups.schema.ts';
import type { ImportAction } from './import-actions.ts';
import type { ImportKind } from './kinds/kind-labels.ts';
import type { ImportMode, ImportState } from './import-state.ts';
import type { Counts, Preview } from './work/preview.ts';
import type { LinkChange, UndoResult } from './kinds/kind.ts';

/** The file's format; the row count has its own column, and files that were uploaded earlier have no extra rows. */
export type FileForm = Pick<Inspection, 'format' | 'columns'> & Partial<Pick<Inspection, 'extra'>>;

/** The first few values by list. */
export type NewListValues = Partial<Record<ListKey, { count: number; words: string[] }>>;

/** Sums of valid rows: students who owe, and students with credit. */
export type Amounts = Partial<Record<'owed' | 'credit', { count: number; total: number; largest?: LargeAmount[] }>>;

/** By admission number, for the person who approves it. */
export interface LargeAmount {
  number: string;
  amount: number;
}

export const imports = pgTable('imports', {
  institutionId: institutionId(),
  id: identity(),
  kind: text().$type<ImportKind>().notNull().default('students'),
  /** Null once the import is emptied. */
  fileId: rowId(),
  /** The name of the deleted file. */
  fileName: text(),
  /** The account that uploaded it. */
  accountId: rowId(),
  /** The account that last checked or started it, and its permitted actions. */
  actingAccountId: rowId(),
  acts: text().array().$type<ImportAction[]>().notNull().default([]),
  /** Rows skipped, or students without a seat, for lack of a permission. */
  leftOut: jsonb().$type<Partial<Record<ImportAction, number>>>().notNull().default({}),
  fileHash: text(),
  repeatConfirmed: flag(),
  /** Number of possible duplicates, and decisions by row. */
  alikeCount: integer().notNull().default(0),
  decisions: jsonb().$type<Decisions>().notNull().default({}),
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
  /** New list values that running the import adds. */
  newWords: jsonb().$type<NewListValues>().notNull().default({}),
  /** What the rows of opening balances sum to. */
  amounts: jsonb().$type<Amounts>().notNull().default({}),
  /** Who released the credit among them, and how much it was. */
  approvedBy: rowId(),
  approvedCredit: minor().notNull().default(0),
  /** How many new people lack each required custom field, by its id. */
  lacking: jsonb().$type<Record<number, number>>().notNull().default({}),
  /** What was corrected of the file before it is imported. */
  corrections: jsonb().$type<Corrections>().notNull().default({}),
  /** The first rows as they will be saved, and how many there are of each kind. */
  preview: jsonb().$type<Preview>().notNull().default({}),
  counts: jsonb().$type<Counts>().notNull().default({}),
  failure: text(),
  createdAt: moment().notNull().defaultNow(),
  finishedAt: moment(),
  /** When the file and its stored rows were deleted. */
  emptiedAt: moment(),
  /** Deleted because a person in it was erased, not because of age. */
  emptiedByErasure: flag(),
  /** The second person who agreed that opening debts are taken back. */
  undoAgreedBy: rowId(),
  undoneAt: moment(),
  undoResult: jsonb().$type<UndoResult>(),
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
  /** Whose row it is, as the file writes it. */
  who: text(),
  /** The record that the row may duplicate: a question rather than a problem. */
  alikeId: rowId(),
});

/** What an import did to one record, for undo. */
export const importChanges = pgTable('import_changes', {
  institutionId: institutionId(),
  id: identity(),
  importId: rowId().notNull(),
  entity: text().$type<Entity>().notNull(),
  subjectId: rowId().notNull(),
  isNew: boolean().notNull(),
  fields: jsonb().$type<Changes>().notNull().default({}),
  /** By custom field id. */
  own: jsonb().$type<Changes>().notNull().default({}),
  links: jsonb().$type<LinkChange[]>().notNull().default([]),
  batchId: rowId(),
  enrolmentId: rowId(),
});

/** What values of earlier files mean, for the next file of the same kind. */
export const importWords = pgTable('import_words', {
  institutionId: institutionId(),
  kind: text().$type<ImportKind>().notNull(),
  field: text().notNull(),
  word: text().notNull(),
  shown: text().notNull(),
  means: text().notNull(),
});
