import { integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import type { ApplicationState } from './admissions.ts';

export const examSittings = pgTable('exam_sittings', {
  institutionId: institutionId(),
  id: identity(),
  intakeId: rowId().notNull(),
  startsAt: moment().notNull(),
  venue: text().notNull(),
  seats: integer().notNull(),
  note: text(),
  createdAt: moment().notNull().defaultNow(),
  accountId: rowId(),
});

export const examSeats = pgTable('exam_seats', {
  institutionId: institutionId(),
  applicationId: rowId().notNull(),
  sittingId: rowId().notNull(),
  seat: integer().notNull(),
  invitedAt: moment(),
});

/** No row is not entered; a null mark is absent. */
export const examScores = pgTable('exam_scores', {
  institutionId: institutionId(),
  applicationId: rowId().notNull(),
  test: text().notNull(),
  mark: numeric({ precision: 6, scale: 2, mode: 'number' }),
  enteredAt: moment().notNull().defaultNow(),
  accountId: rowId(),
});

/** A decision about many applications at once, undone as a whole. */
export const admissionRounds = pgTable('admission_rounds', {
  institutionId: institutionId(),
  id: identity(),
  intakeId: rowId().notNull(),
  kind: text().$type<'cutoff' | 'list' | 'admit'>().notNull(),
  terms: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  madeAt: moment().notNull().defaultNow(),
  accountId: rowId(),
  undoneAt: moment(),
  undoneBy: rowId(),
  /** When a job has worked through its members. */
  finishedAt: moment(),
});

export const admissionRoundMembers = pgTable('admission_round_members', {
  institutionId: institutionId(),
  roundId: rowId().notNull(),
  applicationId: rowId().notNull(),
  fromStatus: text().$type<ApplicationState>().notNull(),
  toStatus: text().$type<ApplicationState>().notNull(),
  doneAt: moment(),
  /** Why it could not be done. */
  problem: text(),
});
