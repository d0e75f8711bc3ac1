import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { formatDay, today } from '#kernel/dates.ts';
import { Conflict, NotFound, ValidationError } from '#kernel/errors.ts';
import { choice, day, emptyIsNull, id, optionalLine } from '#kernel/schemas.ts';
import { staffMarks } from '../leave-kinds.ts';

const time = emptyIsNull(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 07:45.'));

export const TakeStaffRegister = z.object({
  institutionId: id,
  day,
  marks: z
    .array(
      z.object({
        employeeId: id,
        kind: choice(staffMarks),
        arrivedAt: time,
        note: optionalLine(200, 'The note'),
        /** What the page showed; null: nothing was marked. */
        was: emptyIsNull(choice(staffMarks)),
      }),
    )
    .min(1, 'There is nobody to mark.')
    .max(2000, 'A register has up to 2,000 employees.'),
});

/** Marks employees of a day. Marks of others that the page did not show are never overwritten. Returns how many changed. */
export async function takeStaffRegister(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof TakeStaffRegister>,
): Promise<number> {
  const { institutionId, day: onDate } = input;
  allow(actor, 'staffAttendance.take', institutionId);
  if (onDate > today(membershipIn(actor, institutionId)!.timeZone))
    throw new ValidationError('day', 'This day has not come yet.');
  const marks = JSON.stringify(
    input.marks.map((mark) => ({
      ...mark,
      arrivedAt: ['absent', 'leave'].includes(mark.kind) ? null : mark.arrivedAt,
    })),
  );
  const sent = sql`jsonb_to_recordset(${marks}::jsonb) s("employeeId" bigint, kind text, "arrivedAt" time, note text, was text)`;
  const people = await query<{ id: number }>(
    tx,
    sql`select e.id::int from employees e where e.institution_id = ${institutionId} and e.merged_into_id is null
      and e.id in (select s."employeeId" from ${sent}) order by e.id for share`,
  );
  if (people.length < new Set(input.marks.map(({ employeeId }) => employeeId)).size) throw new NotFound('employee');
  const crossed = await query<{ name: string }>(
    tx,
    sql`with now as (select m.* from staff_attendance m where m.institution_id = ${institutionId} and m.on_date = ${onDate}::date
        and m.employee_id in (select s."employeeId" from ${sent}) order by m.employee_id for update)
      select e.first_name || ' ' || e.surname as name from ${sent} left join now on now.employee_id = s."employeeId"
      join employees e on e.institution_id = ${institutionId} and e.id = s."employeeId"
      where now.kind is distinct from s.was and now.kind is distinct from s.kind order by e.sort_name`,
  );
  if (crossed.length > 0) {
    const names = crossed.slice(0, 3).map(({ name }) => name);
    const more = crossed.length > 3 ? ` and ${crossed.length - 3} others` : '';
    throw new Conflict(`Somebody else has marked ${names.join(', ')}${more} meanwhile. Reload the page to see it.`);
  }
  const changed = await query(
    tx,
    sql`insert into staff_attendance (institution_id, employee_id, on_date, kind, arrived_at, note, marked_by)
      select ${institutionId}, s."employeeId", ${onDate}::date, s.kind, s."arrivedAt", s.note, ${actor.accountId}::bigint
      from ${sent} order by s."employeeId"
      on conflict (institution_id, employee_id, on_date) do update
      set kind = excluded.kind, arrived_at = excluded.arrived_at, note = excluded.note, marked_by = excluded.marked_by, marked_at = now()
      where (staff_attendance.kind, staff_attendance.arrived_at, staff_attendance.note)
        is distinct from (excluded.kind, excluded.arrived_at, excluded.note)
      returning employee_id`,
  );
  if (changed.length > 0)
    await record(tx, actor, 'staffAttendance.take', {
      institutionId,
      summary: `marked ${changed.length === 1 ? '1 employee' : `${changed.length} employees`} in the register of ${formatDay(onDate)}`,
      details: { day: onDate, employees: changed.length },
    });
  return changed.length;
}
