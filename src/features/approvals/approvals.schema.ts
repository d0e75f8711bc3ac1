import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, institutionId, moment, rowId } from '#kernel/tables.ts';

export const outcomes = ['approved', 'declined', 'withdrawn', 'completed', 'expired'] as const;
export type Outcome = (typeof outcomes)[number];

export const approvals = pgTable('approvals', {
  institutionId: institutionId(),
  id: identity(),
  kind: text().notNull(),
  subjectType: text().notNull(),
  subjectId: bigint({ mode: 'number' }).notNull(),
  about: text().notNull(),
  payload: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  summary: text().notNull(),
  permission: text().notNull(),
  askedBy: bigint({ mode: 'number' }).notNull(),
  askedAt: moment().notNull().defaultNow(),
  expiresAt: moment().notNull(),
  waitsUntil: moment(),
  outcome: text().$type<Outcome>(),
  decidedBy: rowId(),
  decidedAt: moment(),
  reason: text(),
});
