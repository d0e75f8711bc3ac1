import { and, eq, or, type SQL } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf } from '#kernel/database.ts';
import { reportSchedules, savedReports } from '../reports.schema.ts';
import { visibleTo } from '../saved/find-report.ts';

export const ofReport = and(
  eq(savedReports.institutionId, reportSchedules.institutionId),
  eq(savedReports.id, reportSchedules.reportId),
);

/** Schedules of reports that the actor may change, and their own. Joined with the report: `ofReport`. */
export const schedulesVisibleTo = (actor: Actor, wanted?: number): SQL =>
  and(
    visibleTo(actor, wanted),
    or(
      and(
        eq(savedReports.accountId, actor.accountId ?? 0),
        isOneOf(reportSchedules.institutionId, institutionsWhere(actor, 'reports.create')),
      ),
      isOneOf(reportSchedules.institutionId, institutionsWhere(actor, 'reports.share')),
      eq(reportSchedules.accountId, actor.accountId ?? 0),
    ),
  )!;
