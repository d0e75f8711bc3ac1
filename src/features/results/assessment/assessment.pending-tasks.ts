import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { query, isOneOf } from '#kernel/database.ts';
import { pendingTask } from '#kernel/pending-task.ts';

/** Subjects of the teacher whose marks are not finished while their entry is open. */
const toEnter: PendingTaskKind = {
  place: 20,
  may: ['marks.enterOwn'],
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'marks.enterOwn');
    const employeeIds = actor.institutions.flatMap((one) => (ids.includes(one.id) ? one.employeeIds : []));
    if (employeeIds.length === 0) return [];
    const [row] = await query<{ count: number; late: number }>(db)`
      select count(*)::int as count, count(*) filter (where s.due_on < (now() at time zone i.time_zone)::date)::int as late
        from course_offerings o join institutions i on i.id = o.institution_id
        join mark_sheets s on (s.institution_id, s.batch_id) = (o.institution_id, o.batch_id) and s.state = 'open'
        join mark_sheet_courses k on (k.institution_id, k.sheet_id, k.course_id) = (s.institution_id, s.id, o.course_id)
          and k.done_at is null
        where ${isOneOf(sql`o.institution_id`, ids)} and o.employee_id = any (${sql.param(employeeIds)}::bigint[])`;
    const { count, late } = row!;
    return pendingTask(count, {
      one: 'subject with marks to enter',
      many: 'subjects with marks to enter',
      href: '/my-marks',
      action: 'Enter marks',
      isUrgent: late > 0,
    });
  },
};

/** Sheets that every teacher has finished, and those that are locked and not approved. */
const toLockAndApprove: PendingTaskKind = {
  place: 21,
  may: ['marks.open', 'marks.approve'],
  async load(db, actor, wanted) {
    const rows = await query<{ finished: number; locked: number }>(db)`
      select count(*) filter (where s.state = 'open' and ${isOneOf(sql`s.institution_id`, institutionsInView(actor, wanted, 'marks.open'))}
            and not exists (select from mark_sheet_courses k
              where (k.institution_id, k.sheet_id) = (s.institution_id, s.id) and k.done_at is null))::int as finished,
          count(*) filter (where s.state = 'locked'
            and ${isOneOf(sql`s.institution_id`, institutionsInView(actor, wanted, 'marks.approve'))})::int as locked
        from mark_sheets s
        where ${isOneOf(sql`s.institution_id`, institutionsInView(actor, wanted, 'marks.open', 'marks.approve'))}
          and s.state in ('open', 'locked')`;
    const { finished, locked } = rows[0]!;
    return [
      ...pendingTask(finished, {
        one: 'finished mark sheet to lock',
        many: 'finished mark sheets to lock',
        href: '/mark-sheets',
        action: 'Lock',
      }),
      ...pendingTask(locked, {
        one: 'mark sheet to approve',
        many: 'mark sheets to approve',
        href: '/mark-sheets',
        action: 'Approve',
      }),
    ];
  },
};

export const assessmentPendingTasks: readonly PendingTaskKind[] = [toEnter, toLockAndApprove];
