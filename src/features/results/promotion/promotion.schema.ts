import { bigint, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, recordKey, rowId, institutionId } from '#kernel/tables.ts';
import type { Outcome, ProposedOutcome } from './outcomes.ts';
import type { RuleContent } from './rules/save-rule.ts';

export const promotionRules = pgTable('promotion_rules', {
  ...recordKey(),
  classId: rowId(),
  version: integer().notNull(),
  content: jsonb().$type<RuleContent>(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
});

/** What was carried out together. */
export const promotionRuns = pgTable('promotion_runs', {
  ...recordKey(),
  sessionId: rowId().notNull(),
  toSessionId: rowId().notNull(),
  students: integer().notNull(),
  moveIds: bigint({ mode: 'number' }).array().notNull().default([]),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  undoneAt: moment(),
  undoneBy: rowId(),
  undoReason: text(),
});

/** What follows a session for a student: changed by hand, approved, carried out. */
export const promotionDecisions = pgTable('promotion_decisions', {
  institutionId: institutionId(),
  sessionId: rowId().notNull(),
  studentId: rowId().notNull(),
  batchId: rowId().notNull(),
  outcome: text().$type<Outcome>().notNull(),
  proposed: text().$type<ProposedOutcome>().notNull(),
  reasons: jsonb().$type<string[]>().notNull().default([]),
  ruleId: rowId(),
  average: numeric(),
  designation: text(),
  note: text(),
  accountId: rowId(),
  decidedAt: moment().notNull().defaultNow(),
  approvedAt: moment(),
  approvedBy: rowId(),
  nextBatchId: rowId(),
  runId: rowId(),
  closedEnrolmentId: rowId(),
  openedEnrolmentId: rowId(),
});
