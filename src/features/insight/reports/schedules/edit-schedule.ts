import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { reportSchedules } from '../reports.schema.ts';
import { permissionToChange } from '../saved/find-report.ts';
import { findSchedule, scheduleInForm, type FoundSchedule } from './find-schedule.ts';
import { nextRunOf } from './next-run.ts';
import { refuseNobody, refuseOthers, writeRecipients } from './recipients.ts';
import { ScheduleFields, whenOf } from './schedule-fields.ts';
import { whenText } from './when.ts';

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
        .where(and(eq(reportSchedules.institutionId, institutionId), eq(reportSchedules.id, id)));
  },
  nameOf: ({ before, values }) => `the schedule of the report “${before.name}”, now: ${whenText(values)}`,
});

type Recipients = Pick<FoundSchedule, 'roles' | 'accounts'>;
const added = (before: Recipients, now: Recipients): Recipients => ({
  roles: now.roles.filter((role) => !before.roles.includes(role)),
  accounts: now.accounts.filter((account) => !before.accounts.includes(account)),
});
