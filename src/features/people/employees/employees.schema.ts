import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { day, identity, institutionId, moment, rowId } from '#kernel/tables.ts';

/** A role that ended when its holder left. */
export interface EndedRole {
  accountId: number;
  roleId: number;
  role: string;
  /** The exit disabled the account. An account that was disabled before stays disabled after a return. */
  wasShut?: boolean;
}

/** Exits and returns, with the roles that ended. The employees themselves are in people.schema.ts. */
export const employeeMoves = pgTable('employee_moves', {
  institutionId: institutionId(),
  id: identity(),
  employeeId: rowId().notNull(),
  kind: text().$type<'left' | 'back'>().notNull(),
  onDate: day().notNull(),
  reason: text().notNull(),
  endedRoles: jsonb().$type<EndedRole[]>().notNull().default([]),
  /** The classes and subjects that were handed over, as text. */
  givenUp: jsonb().$type<string[]>().notNull().default([]),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
});
