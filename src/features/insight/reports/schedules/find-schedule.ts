import { and, eq, or, type SQL } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { reportSchedules, savedReports } from '../reports.schema.ts';
import { visibleTo } from '../saved/find-report.ts';
import { recipientsOf } from './recipients.ts';

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

/** A schedule with its report and who gets it, locked until the end of the transaction if it is changed. */
export async function findSchedule(db: Db, actor: Actor, scheduleId: number, isLocked = false) {
  const query = db
    .select({
      institutionId: reportSchedules.institutionId,
      id: reportSchedules.id,
      reportId: reportSchedules.reportId,
      repeats: reportSchedules.repeats,
      weekday: reportSchedules.weekday,
      monthDay: reportSchedules.monthDay,
      hour: reportSchedules.hour,
      accountId: reportSchedules.accountId,
      stopReason: reportSchedules.stopReason,
      stoppedAt: reportSchedules.stoppedAt,
      name: savedReports.name,
      ownerId: savedReports.accountId,
    })
    .from(reportSchedules)
    .innerJoin(savedReports, ofReport)
    .where(and(schedulesVisibleTo(actor), eq(reportSchedules.id, scheduleId)));
  const [found] = await (isLocked ? query.for('update', { of: reportSchedules }) : query);
  if (!found) throw new NotFound('schedule');
  return { ...found, ...(await recipientsOf(db, found)) };
}
export type FoundSchedule = Awaited<ReturnType<typeof findSchedule>>;

/** A schedule as its form shows it. Days that it doesn’t repeat by are those that the form begins with. */
export const scheduleInForm = ({ repeats, weekday, monthDay, hour, roles, accounts }: FoundSchedule) => ({
  repeats,
  weekday: weekday ?? 1,
  month_day: monthDay ?? ('first' as const),
  hour,
  roles,
  accounts,
});
