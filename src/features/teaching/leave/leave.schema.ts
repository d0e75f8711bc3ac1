import { bigint, boolean, integer, numeric, pgTable, text, time } from 'drizzle-orm/pg-core';
import { day, flag, institutionId, moment, rowId, recordKey } from '#kernel/tables.ts';
import type { LeaveHalf, LeaveState, StaffMark } from './leave-kinds.ts';

const days = () => numeric({ precision: 4, scale: 1, mode: 'number' });

export const leaveTypes = pgTable('leave_types', {
  ...recordKey(),
  name: text().notNull(),
  /** Null: without a limit. */
  daysAYear: days(),
  isPaid: boolean().notNull().default(true),
  needsPaper: flag(),
  /** Colleagues see only that somebody is away. */
  isRestricted: flag(),
  /** Not working days alone. */
  countsAllDays: flag(),
  retiredAt: moment(),
});

export const leaveEntitlements = pgTable('leave_entitlements', {
  institutionId: institutionId(),
  employeeId: bigint({ mode: 'number' }).notNull(),
  typeId: bigint({ mode: 'number' }).notNull(),
  year: integer().notNull(),
  days: days().notNull(),
});

export const leaveRequests = pgTable('leave_requests', {
  ...recordKey(),
  employeeId: bigint({ mode: 'number' }).notNull(),
  typeId: bigint({ mode: 'number' }).notNull(),
  startsOn: day().notNull(),
  endsOn: day().notNull(),
  half: text().$type<LeaveHalf>(),
  days: days().notNull(),
  reason: text(),
  fileId: rowId(),
  state: text().$type<LeaveState>().notNull().default('asked'),
  askedBy: rowId(),
  decidedBy: rowId(),
  decidedAt: moment(),
  answer: text(),
  createdAt: moment().notNull().defaultNow(),
});

export const staffAttendance = pgTable('staff_attendance', {
  institutionId: institutionId(),
  employeeId: bigint({ mode: 'number' }).notNull(),
  onDate: day().notNull(),
  kind: text().$type<StaffMark>().notNull(),
  arrivedAt: time(),
  note: text(),
  markedBy: rowId(),
  markedAt: moment().notNull().defaultNow(),
});
