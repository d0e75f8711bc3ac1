import { jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import type { MonthDay, Repeats } from './schedules/when.ts';

export type ReportKind = 'text' | 'graph';

/** Reports and graphs under a name. */
export const savedReports = pgTable('saved_reports', {
  institutionId: institutionId(),
  id: identity(),
  kind: text().$type<ReportKind>().notNull().default('text'),
  name: text().notNull(),
  description: text(),
  /** A `ReportDefinition`, or that of a graph. */
  definition: jsonb().$type<{ subject: string }>().notNull(),
  /** Its owner. */
  accountId: rowId().notNull(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
});

/** The roles that a report is shared with. */
export const savedReportRoles = pgTable('saved_report_roles', {
  institutionId: institutionId(),
  reportId: rowId().notNull(),
  roleId: rowId().notNull(),
});

/** When saved reports are sent. */
export const reportSchedules = pgTable('report_schedules', {
  institutionId: institutionId(),
  id: identity(),
  reportId: rowId().notNull(),
  repeats: text().$type<Repeats>().notNull(),
  /** 1 is Monday. */
  weekday: smallint(),
  monthDay: text().$type<MonthDay>(),
  hour: smallint().notNull(),
  /** Who set it up: it stops when they can’t run the report any more. */
  accountId: rowId().notNull(),
  nextAt: moment().notNull(),
  lastAt: moment(),
  stoppedAt: moment(),
  stopReason: text(),
  createdAt: moment().notNull().defaultNow(),
});

/** To whom: a role, or a person. */
export const reportScheduleRecipients = pgTable('report_schedule_recipients', {
  institutionId: institutionId(),
  scheduleId: rowId().notNull(),
  id: identity(),
  roleId: rowId(),
  accountId: rowId(),
});
