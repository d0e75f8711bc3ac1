import { bigint, customType, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import type { SkippedPerson } from './sort-out/sort-out.ts';

const ids = customType<{ data: number[]; driverData: string[] }>({
  dataType: () => 'bigint[]',
  fromDriver: (values) => values.map(Number),
});

export type BatchState = 'running' | 'done' | 'stopped' | 'failed';

/** Invitations of many people at once, and how far they are. */
export const bulkInvitations = pgTable('bulk_invitations', {
  institutionId: institutionId(),
  id: identity(),
  entity: text().$type<'guardian' | 'employee'>().notNull(),
  roleId: rowId(),
  people: ids().notNull(),
  origin: text().notNull(),
  state: text().$type<BatchState>().notNull().default('running'),
  doneCount: integer().notNull().default(0),
  invitedCount: integer().notNull().default(0),
  renewedCount: integer().notNull().default(0),
  leftOut: jsonb().$type<SkippedPerson[]>().notNull().default([]),
  failure: text(),
  askedAt: moment(),
  approvedBy: rowId(),
  accountId: bigint({ mode: 'number' }).notNull(),
  createdAt: moment().notNull().defaultNow(),
  finishedAt: moment(),
});
export type Batch = typeof bulkInvitations.$inferSelect;
