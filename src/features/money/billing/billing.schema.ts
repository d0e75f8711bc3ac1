import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { day, identity, institutionId, minor, moment, rowId } from '#kernel/tables.ts';
import type { RunState } from './billing.ts';

export const feeRuns = pgTable('fee_runs', {
  institutionId: institutionId(),
  id: identity(),
  feeId: rowId().notNull(),
  state: text().$type<RunState>().notNull().default('queued'),
  issuedOn: day().notNull(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  finishedAt: moment(),
  studentCount: integer().notNull(),
  /** Students up to this id are done. */
  doneThrough: bigint({ mode: 'number' }).notNull().default(0),
  doneCount: integer().notNull().default(0),
  billedCount: integer().notNull().default(0),
  billedTotal: minor().notNull().default(0),
  failure: text(),
});
