import { and, eq, sql } from 'drizzle-orm';
import { withTable } from '#kernel/database/with-table.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy, searchIn } from '#kernel/list/filters.ts';
import { id } from '#kernel/schemas.ts';
import { reportSchedules, savedReports } from '../reports.schema.ts';
import { ofReport, schedulesVisibleTo } from './change-schedules.ts';

const recipients = sql`from report_schedule_recipients x where x.institution_id = ${withTable(reportSchedules.institutionId)}
  and x.schedule_id = ${withTable(reportSchedules.id)}`;

/** Schedules of reports, latest first. */
export const scheduleList = declareList({
  id: reportSchedules.id,
  visible: (actor, wanted) => [{ where: schedulesVisibleTo(actor, wanted) }],
  filters: {
    q: searchIn(savedReports.name),
    report: filterBy(id, (reportId) => eq(reportSchedules.reportId, reportId)),
  },
  select: (db) =>
    db
      .select({
        id: reportSchedules.id,
        institutionId: reportSchedules.institutionId,
        name: savedReports.name,
        reportId: reportSchedules.reportId,
        repeats: reportSchedules.repeats,
        weekday: reportSchedules.weekday,
        monthDay: reportSchedules.monthDay,
        hour: reportSchedules.hour,
        owner: accounts.name,
        nextAt: reportSchedules.nextAt,
        lastAt: reportSchedules.lastAt,
        stopReason: reportSchedules.stopReason,
        roles: sql<string | null>`(select string_agg(r.name, ', ' order by r.id) from roles r
          where r.institution_id = ${withTable(reportSchedules.institutionId)} and r.id in (select x.role_id ${recipients}))`,
        people: sql<string | null>`(select string_agg(a.name, ', ' order by a.name) from accounts a
          where a.id in (select x.account_id ${recipients}))`,
      })
      .from(reportSchedules)
      .innerJoin(savedReports, and(ofReport))
      .innerJoin(accounts, eq(accounts.id, reportSchedules.accountId)),
});
export type ScheduleRow = Awaited<ReturnType<typeof scheduleList.readPage>>['rows'][number];
