import { bigint, jsonb, pgTable } from 'drizzle-orm/pg-core';
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
