import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, institutionId, moment, rowId } from '#kernel/tables.ts';

/** One course of one batch before and after a change; null: not offered. */
export interface OfferingPart {
  batchId: number;
  courseId: number;
  before: OfferedAs | null;
  after: OfferedAs | null;
}
export interface OfferedAs {
  employeeId: number | null;
  termPosition: number | null;
}

export const offeringChanges = pgTable('offering_changes', {
  institutionId: institutionId(),
  id: identity(),
  batchIds: bigint({ mode: 'number' }).array().notNull(),
  parts: jsonb().$type<OfferingPart[]>().notNull(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  undoneAt: moment(),
});

/** A view over what features above keep: what depends on a course of a batch. */
export const offeringUses = pgTable('offering_uses', {
  institutionId: institutionId(),
  batchId: rowId().notNull(),
  courseId: rowId().notNull(),
  use: text().notNull(),
});
