import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import type { DashletSize, Shape } from './dashlets.ts';

/** An arrangement: of a person at an institution, or of a role. */
export const dashletBoards = pgTable('dashlet_boards', {
  institutionId: institutionId(),
  id: identity(),
  accountId: rowId(),
  roleId: rowId(),
  createdAt: moment().notNull().defaultNow(),
});

export const dashlets = pgTable('dashlets', {
  institutionId: institutionId(),
  id: identity(),
  boardId: rowId().notNull(),
  position: integer().notNull(),
  /** 'custom_dashlet', or the key of a ready-made one. */
  kind: text().notNull(),
  name: text(),
  size: text().$type<DashletSize>().notNull(),
  modelName: text(),
  /** Null for all records. */
  modelRecord: rowId(),
  modelAssociateType: text(),
  dataFilter: text(),
  shownAs: text().$type<Shape>(),
  splitBy: text(),
  /** Of a saved graph; null once it was deleted. */
  graphId: rowId(),
  answers: jsonb().$type<Record<string, string[]>>(),
  createdAt: moment().notNull().defaultNow(),
  removedAt: moment(),
});
