import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { flag, identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import type { Inspection } from './engine/inspect.ts';
import type { Changes } from '#kernel/changes.ts';
import type { Entity } from '#features/people/people.schema.ts';
import type { Decisions, Mapping, Options } from './engine/plan.ts';
import type { ListKey } from '#features/lookups/lookups.schema.ts';
import type { Act } from './import-acts.ts';
import type { ImportKind } from './kinds/kind-words.ts';
import type { ImportMode, ImportState } from './import-state.ts';
import type { UndoResult } from './plan-undo.ts';

/** A guardian and a child: what the two were to each other, if anything, and what the file made of it. */
export interface LinkChange {
  studentId: number;
  guardianId: number;
  from: object | null;
  to: object;
}

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
  /** Who uploaded it. */
  accountId: rowId(),
  /** Who had it checked, or started it, and what that person may do. */
  actingAccountId: rowId(),
  acts: text().array().$type<Act[]>().notNull().default([]),
  /** Rows left out, or students without a seat, for lack of a permission. */
  leftOut: jsonb().$type<Partial<Record<Act, number>>>().notNull().default({}),
  fileHash: text(),
  repeatConfirmed: flag(),
  /** Rows that look like somebody who is here already, and what was decided of single ones, by row. */
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
  /** Whom the row looks like; it is no problem then, but a question. */
  alikeId: rowId(),
});

/** What an import did to one record, for its undoing. */
export const importChanges = pgTable('import_changes', {
  institutionId: institutionId(),
  id: identity(),
  importId: rowId().notNull(),
  entity: text().$type<Entity>().notNull(),
  subjectId: rowId().notNull(),
  isNew: boolean().notNull(),
  fields: jsonb().$type<Changes>().notNull().default({}),
  /** By custom field. */
  own: jsonb().$type<Changes>().notNull().default({}),
  links: jsonb().$type<LinkChange[]>().notNull().default([]),
  batchId: rowId(),
  enrolmentId: rowId(),
});
