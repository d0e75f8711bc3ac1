import { sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { formatDay, type Day } from '#kernel/dates.ts';
import { employeesOf, notify } from '#kernel/notify.ts';
import type { LockedTimetable } from '../draft/lock-draft.ts';
import { weekdayName } from '../timetable.ts';
import type { PublishTimetable } from './version-fields.ts';

/** 'Monday, 12 Jan 2027'. */
export const dayInWords = (day: Day): string =>
  `${weekdayName(new Date(`${day}T12:00:00Z`).getUTCDay() || 7)}, ${formatDay(day)}`;

/** A notification to those who were ticked: teachers with lessons, students of the batches, their guardians. */
export async function notifyOfTimetable(
  tx: Tx,
  actor: Actor,
  { institutionId, id, name }: LockedTimetable,
  input: z.output<typeof PublishTimetable>,
): Promise<void> {
  const students = sql`select s.id from students s where s.institution_id = ${institutionId} and s.status = 'active'
    and s.batch_id in (select b.batch_id from booked_batches b where b.institution_id = ${institutionId} and b.timetable_id = ${id})`;
  const accounts: SQL[] = [
    ...(input.tellsTeachers
      ? [
          employeesOf(
            institutionId,
            sql`select t.employee_id from booked_teachers t where t.institution_id = ${institutionId} and t.timetable_id = ${id}`,
          ),
        ]
      : []),
    ...(input.tellsStudents
      ? [
          sql`select m.account_id from memberships m where m.institution_id = ${institutionId} and m.suspended_at is null
            and m.student_id in (${students})`,
        ]
      : []),
    ...(input.tellsGuardians
      ? [
          sql`select m.account_id from memberships m
            join student_guardians g on (g.institution_id, g.guardian_id) = (m.institution_id, m.guardian_id)
            where m.institution_id = ${institutionId} and m.suspended_at is null and g.student_id in (${students})`,
        ]
      : []),
  ];
  if (accounts.length === 0) return;
  await notify(tx, {
    institutionId,
    to: sql.join(accounts, sql` union `),
    except: actor.accountId,
    kind: 'timetable.published',
    href: '/my-timetable',
    subject: `timetable:${id}`,
    title: `New timetable from ${dayInWords(input.validFrom)}`,
    body: name,
  });
}
