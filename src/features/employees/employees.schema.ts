import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { day, identity, institutionId, moment, rowId } from '#kernel/tables.ts';

/** A role that ended when its holder left. */
export interface EndedRole {
  accountId: number;
  roleId: number;
  role: string;
  /** Leaving shut the sign-in. One that somebody had shut before stays shut when its holder comes back. */
  wasShut?: boolean;
}

/** Leaving and coming back, with what ended; the employees themselves are in people.schema.ts. */
export const employeeMoves = pgTable('employee_moves', {
  institutionId: institutionId(),
  id: identity(),
  employeeId: rowId().notNull(),
  kind: text().$type<'left' | 'back'>().notNull(),
  onDate: day().notNull(),
  reason: text().notNull(),
  endedRoles: jsonb().$type<EndedRole[]>().notNull().default([]),
  /** Batches led and courses taught, in words. */
  givenUp: jsonb().$type<string[]>().notNull().default([]),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
});
