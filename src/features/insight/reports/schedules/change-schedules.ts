import { and, eq, sql, type SQL, type SQLWrapper, or } from 'drizzle-orm';
import { allow, type Actor, institutionsWhere, can, systemActor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, isOneOf, type Db, hasKey } from '#kernel/database.ts';
import { ValidationError, NotFound, NotAllowed } from '#kernel/errors.ts';
import { reportSchedules, savedReports } from '../reports.schema.ts';
import { lockReport, permissionToChange, visibleTo, findReport } from '../saved/change-reports.ts';
import { refuseNobody, refuseOthers, writeRecipients, recipientsOf } from './recipients.ts';
import { whenText, type When, monthDayLabels, repeatLabels } from './when.ts';
import { z } from 'zod';
import { choice, id, list } from '#kernel/schemas.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';

export const ofReport = hasKey(savedReports, reportSchedules.institutionId, reportSchedules.reportId);

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
type FoundSchedule = Awaited<ReturnType<typeof findSchedule>>;

/** A schedule as its form shows it. Days that it doesn’t repeat by are those that the form begins with. */
export const scheduleInForm = ({ repeats, weekday, monthDay, hour, roles, accounts }: FoundSchedule) => ({
  repeats,
  weekday: weekday ?? 1,
  month_day: monthDay ?? ('first' as const),
  hour,
  roles,
  accounts,
});

const mostRecipients = 200;
const hour = 'Choose the hour.';
const weekday = 'Choose the day of the week.';

/** When a report is sent, and to whom. */
export const ScheduleFields = z.object({
  repeats: choice(repeatLabels),
  weekday: z.coerce.number(weekday).int(weekday).min(1, weekday).max(7, weekday).default(1),
  month_day: choice(monthDayLabels).default('first'),
  hour: z.coerce.number(hour).int(hour).min(0, hour).max(23, hour),
  roles: list(id).pipe(z.array(z.number()).max(mostRecipients, 'Choose fewer roles.')),
  accounts: list(id).pipe(
    z.array(z.number()).max(mostRecipients, `Choose at most ${mostRecipients} people, or choose a role.`),
  ),
});
export type ScheduleFields = z.output<typeof ScheduleFields>;

/** The day that a schedule doesn’t repeat by is none. */
export const whenOf = ({ repeats, weekday, month_day, hour }: Omit<ScheduleFields, 'roles' | 'accounts'>): When => ({
  repeats,
  hour,
  weekday: repeats === 'weekly' ? weekday : null,
  monthDay: repeats === 'monthly' ? month_day : null,
});

/** More would be one e-mail after another. */
const mostSchedules = 10;

/** Sends a saved report again and again: to people who can open it, each of whom sees their own rows. */
export async function addSchedule(
  tx: Tx,
  actor: Actor,
  reportId: number,
  { roles, accounts, ...input }: ScheduleFields,
): Promise<string> {
  const report = await lockReport(tx, actor, reportId, 'text');
  const { institutionId, name, kind } = report;
  allow(actor, permissionToChange(actor, report), institutionId);
  if (kind !== 'text') throw new ValidationError('repeats', 'Graphs can’t be sent. Choose a list.');
  refuseNobody({ roles, accounts });
  const isHere = and(eq(reportSchedules.institutionId, institutionId), eq(reportSchedules.reportId, reportId));
  if ((await tx.$count(reportSchedules, isHere)) >= mostSchedules)
    throw new ValidationError('repeats', `A report can have ${mostSchedules} schedules. Delete one first.`);
  await refuseOthers(tx, report, { roles, accounts });
  const when = whenOf(input);
  const [made] = await tx
    .insert(reportSchedules)
    .values({
      institutionId,
      reportId,
      accountId: actor.accountId!,
      ...when,
      nextAt: nextRunOf(institutionId, when),
    })
    .returning({ id: reportSchedules.id });
  await writeRecipients(tx, { institutionId, scheduleId: made!.id }, { roles, accounts });
  await record(tx, actor, 'reports.schedule', {
    institutionId,
    summary: `scheduled the report “${name}”: ${whenText(when)}`,
    subject: { type: 'saved_report', id: reportId },
    details: { ...when, roles, accounts },
  });
  return whenText(when);
}

type Timing = Record<keyof When, SQLWrapper>;

/**
 * The next time that a schedule runs, by the institution's clock: the first that is still to come, however many have
 * passed meanwhile.
 */
export const nextRun = (institutionId: SQLWrapper, { repeats, weekday, monthDay, hour }: Timing): SQL => sql`(
  select min(n.at) from institutions i
  cross join lateral (select (now() at time zone i.time_zone)::date as today) t
  cross join lateral generate_series(t.today::timestamp, t.today::timestamp + interval '62 days', interval '1 day') d(day)
  cross join lateral (select (d.day + make_interval(hours => ${hour}::int)) at time zone i.time_zone as at) n
  where i.id = ${institutionId} and n.at > now()
    and case ${repeats} when 'weekly' then extract(isodow from d.day) = ${weekday}
      when 'monthly' then extract(day from d.day + case ${monthDay} when 'last' then interval '1 day' else interval '0' end) = 1
      else true end)`;

/** The same of a schedule that is being saved. */
const nextRunOf = (institutionId: number, { repeats, weekday, monthDay, hour }: When): SQL =>
  nextRun(sql`${institutionId}::int`, {
    repeats: sql`${repeats}::text`,
    weekday: sql`${weekday}::int`,
    monthDay: sql`${monthDay}::text`,
    hour: sql`${hour}::int`,
  });

export const EditSchedule = edits(ScheduleFields);

const lockSchedule = (tx: Tx, actor: Actor, scheduleId: number) => findSchedule(tx, actor, scheduleId, true);

/** Changes when a report is sent, and to whom. One that was stopped goes on in the name of the person who saves it. */
export const editSchedule = editRecord({
  action: 'reports.editSchedule',
  type: 'report_schedule',
  table: reportSchedules,
  may: (actor, { ownerId }: FoundSchedule) => permissionToChange(actor, { accountId: ownerId }),
  fields: EditSchedule,
  lock: lockSchedule,
  inForm: scheduleInForm,
  together: [['repeats', 'weekday', 'month_day']],
  sets: ['roles', 'accounts'],
  read: ({ actor, before, input }) => ({
    ...whenOf(input),
    roles: input.roles,
    accounts: input.accounts,
    ...(before.stoppedAt && { accountId: actor.accountId!, stoppedAt: null, stopReason: null }),
  }),
  async check({ tx, before, values }) {
    refuseNobody(values);
    // Somebody who can't open the report any more gets nothing, and must not stand in the way of the others.
    await refuseOthers(tx, { institutionId: before.institutionId, id: before.reportId }, added(before, values));
  },
  async alsoWrite({ tx, before, values, changes }) {
    const { institutionId, id } = before;
    if ('roles' in changes || 'accounts' in changes)
      await writeRecipients(tx, { institutionId, scheduleId: id }, values);
    const isMoved = ['repeats', 'weekday', 'monthDay', 'hour', 'stoppedAt'].some((key) => key in changes);
    if (isMoved)
      await tx
        .update(reportSchedules)
        .set({ nextAt: nextRunOf(institutionId, values) })
        .where(hasKey(reportSchedules, institutionId, id));
  },
  nameOf: ({ before, values }) => `the schedule of the report “${before.name}”, now: ${whenText(values)}`,
});

type Recipients = Pick<FoundSchedule, 'roles' | 'accounts'>;
const added = (before: Recipients, now: Recipients): Recipients => ({
  roles: now.roles.filter((role) => !before.roles.includes(role)),
  accounts: now.accounts.filter((account) => !before.accounts.includes(account)),
});

type Schedule = typeof reportSchedules.$inferSelect;

/** Why it can’t go on: its owner left, or may not send this report any more. */
export async function stopReason(tx: Tx, { institutionId, accountId, reportId }: Schedule): Promise<string | null> {
  try {
    const owner = await loadRequester(tx, accountId, institutionId);
    const report = await findReport(tx, owner, reportId);
    return can(owner, permissionToChange(owner, report), institutionId)
      ? null
      : 'The person who set it up can no longer send this report.';
  } catch (error) {
    if (error instanceof NotFound) return 'The person who set it up can no longer open this report.';
    if (error instanceof ValidationError || error instanceof NotAllowed)
      return 'The person who set it up no longer works here.';
    throw error;
  }
}

/** Stops it, and tells its owner and the people who share reports. */
export async function stopSchedule(tx: Tx, schedule: Schedule, name: string, reason: string): Promise<void> {
  const { institutionId, id, accountId, reportId } = schedule;
  await tx
    .update(reportSchedules)
    .set({ stoppedAt: sql`now()`, stopReason: reason })
    .where(hasKey(reportSchedules, institutionId, id));
  await record(tx, systemActor(institutionId, 'Scheduled reports'), 'reports.stopSchedule', {
    institutionId,
    summary: `stopped a schedule of the report “${name}”`,
    subject: { type: 'saved_report', id: reportId },
    details: { reason },
  });
  await notify(tx, {
    institutionId,
    to: sql`select ${accountId}::bigint union ${holdersOf(institutionId, 'reports.share')}`,
    kind: 'reports.scheduleStopped',
    href: `/report-schedules?institution_id=${institutionId}&report=${reportId}`,
    title: `The report “${name}” is no longer sent`,
    body: `${reason} Edit the schedule to send it in your name, or delete it.`,
  });
}

/** Tells the owners of a report’s schedules that it is deleted; the schedules go with it. */
export async function tellEndOfSchedules(
  tx: Tx,
  actor: Actor,
  { institutionId, id, name }: { institutionId: number; id: number; name: string },
): Promise<void> {
  const owners = await tx
    .selectDistinct({ accountId: reportSchedules.accountId })
    .from(reportSchedules)
    .where(and(eq(reportSchedules.institutionId, institutionId), eq(reportSchedules.reportId, id)));
  await notify(tx, {
    institutionId,
    to: owners.map(({ accountId }) => accountId),
    except: actor.accountId,
    kind: 'reports.scheduleEnded',
    href: '/reports',
    title: `The report “${name}” is no longer sent`,
    body: 'It was deleted.',
  });
}
