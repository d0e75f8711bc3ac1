import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, institutionId, moment, rowId } from '#kernel/tables.ts';

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
