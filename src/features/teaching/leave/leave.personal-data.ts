import { query, render } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { ValidationError } from '#kernel/errors.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

const keep = 'As long as the employee’s record: labour law requires records of leave and attendance.';

/** Leave and attendance of employees. */
export const leavePersonalData: PersonalData = {
  tables: [
    {
      table: 'leave_entitlements',
      people: ['employee'],
      section: {
        title: 'Days of leave',
        order: 35,
        rows: ({ institutionId, personId }) => sql`
          select t.name as "Type", n.year as "Year", n.days::text as "Days" from leave_entitlements n
          join leave_types t on (t.institution_id, t.id) = (n.institution_id, n.type_id)
          where n.institution_id = ${institutionId} and n.employee_id = ${personId} order by n.year, t.id`,
      },
      erase: 'delete',
      merge: {
        how: 'move',
        same: ['type_id', 'year'],
        one: 'entitlement to leave',
        many: 'entitlements to leave',
        undo: { keys: ['employee_id', 'type_id', 'year'] },
      },
      retention: { keep },
    },
    {
      table: 'leave_requests',
      people: ['employee'],
      section: {
        title: 'Leave',
        order: 36,
        rows: ({ institutionId, personId }) => sql`
          select t.name as "Type", r.starts_on::text as "First day", r.ends_on::text as "Last day", r.days::text as "Days",
            r.half as "Half", r.reason as "Reason", r.state as "Status", r.answer as "Answer", r.file_id is not null as "Paper"
          from leave_requests r join leave_types t on (t.institution_id, t.id) = (r.institution_id, r.type_id)
          where r.institution_id = ${institutionId} and r.employee_id = ${personId} order by r.starts_on, r.id`,
      },
      erase: 'delete',
      files: ['file_id'],
      merge: { how: 'combine', one: 'leave request', many: 'leave requests', run: mergeRequests },
      retention: { keep },
    },
    {
      table: 'staff_attendance',
      people: ['employee'],
      section: {
        title: 'Attendance',
        order: 37,
        rows: ({ institutionId, personId }) => sql`
          select m.on_date::text as "Day", m.kind as "Mark", to_char(m.arrived_at, 'HH24:MI') as "Arrived", m.note as "Note"
          from staff_attendance m where m.institution_id = ${institutionId} and m.employee_id = ${personId} order by m.on_date`,
      },
      erase: 'delete',
      merge: {
        how: 'move',
        same: ['on_date'],
        one: 'day of attendance',
        many: 'days of attendance',
        undo: { keys: ['employee_id', 'on_date'] },
      },
      retention: { keep },
    },
  ],
};

/** Nobody is on leave twice on a day: such requests are settled first. */
async function mergeRequests({ journal, tx, institutionId, keptId, otherId }: RunningMerge): Promise<void> {
  const rows = await query<{ day: string }>(tx, render)`
    select greatest(o.starts_on, k.starts_on)::text as day from leave_requests o
    join leave_requests k on k.institution_id = o.institution_id and k.employee_id = ${keptId}
      and k.state in ('asked', 'approved') and k.starts_on <= o.ends_on and k.ends_on >= o.starts_on
    where o.institution_id = ${institutionId} and o.employee_id = ${otherId} and o.state in ('asked', 'approved')
    order by 1 limit 1`;
  if (rows[0])
    throw new ValidationError('form', `Both records have leave on ${rows[0].day}. Cancel one of the two, then merge.`);
  await journal.run(
    'leave_requests',
    sql`update leave_requests set employee_id = ${keptId} where institution_id = ${institutionId} and employee_id = ${otherId}`,
  );
}
