import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { flag, moment, rowId, recordKey } from '#kernel/tables.ts';
import type { FetProblem } from './format/fet-problem.ts';
import type { Note, Placing } from './places/placings-of.ts';
import type { RunState } from './runs/run-state.ts';

/** Searches by the engine, and results that were brought back by hand. */
export const fetRuns = pgTable('fet_runs', {
  ...recordKey(),
  timetableId: rowId().notNull(),
  source: text().$type<'engine' | 'file'>().notNull(),
  state: text().$type<RunState>().notNull().default('queued'),
  minutes: integer(),
  isStopping: flag(),
  attempts: integer().notNull().default(0),
  /** Of the version when it was written for the engine. */
  revision: integer().notNull(),
  activityCount: integer().notNull().default(0),
  placedCount: integer().notNull().default(0),
  fileName: text(),
  placings: jsonb().$type<Placing[]>().notNull().default([]),
  notes: jsonb().$type<Note[]>().notNull().default([]),
  failure: text(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  startedAt: moment(),
  finishedAt: moment(),
  appliedAt: moment(),
});

/** Files of other schools that were read and wait to be made into drafts. */
export const fetFiles = pgTable('fet_files', {
  ...recordKey(),
  fileName: text().notNull(),
  problem: jsonb().$type<FetProblem>().notNull(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
});
