import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor, can, namedInstitutions, institutionInView } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx, type Db } from '#kernel/database.ts';
import { formatDay, today, today as todayIn, type Day } from '#kernel/dates.ts';
import { Conflict, NotFound, ValidationError } from '#kernel/errors.ts';
import { day, emptyIsNull, id, optionalLine } from '#kernel/schemas.ts';
import { staffKinds, type LeaveHalf, type StaffMark } from '../leave-kinds.ts';

const time = emptyIsNull(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 07:45.'));
const staffMark = z.enum(staffKinds, 'Choose one of the marks.');

export const TakeStaffRegister = z.object({
  institutionId: id,
  day,
  marks: z
    .array(
      z.object({
        employeeId: id,
        kind: staffMark,
        arrivedAt: time,
        note: optionalLine(200, 'The note'),
        /** What the page showed; null: nothing was marked. */
        was: emptyIsNull(staffMark),
      }),
    )
    .min(1, 'There are no employees to mark.')
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
    throw new ValidationError('day', 'This day is in the future.');
  const marks = JSON.stringify(
    input.marks.map((mark) => ({
      ...mark,
      arrivedAt: ['absent', 'leave'].includes(mark.kind) ? null : mark.arrivedAt,
    })),
  );
  const sent = sql`jsonb_to_recordset(${marks}::jsonb) s("employeeId" bigint, kind text, "arrivedAt" time, note text, was text)`;
  const people = await query<{ id: number }>(tx)`
    select e.id::bigint from employees e where e.institution_id = ${institutionId} and e.merged_into_id is null
      and e.id in (select s."employeeId" from ${sent}) order by e.id for share`;
  if (people.length < new Set(input.marks.map(({ employeeId }) => employeeId)).size) throw new NotFound('employee');
  const crossed = await query<{ name: string }>(tx)`
    with now as (select m.* from staff_attendance m where m.institution_id = ${institutionId} and m.on_date = ${onDate}::date
        and m.employee_id in (select s."employeeId" from ${sent}) order by m.employee_id for update)
      select e.first_name || ' ' || e.surname as name from ${sent} left join now on now.employee_id = s."employeeId"
      join employees e on e.institution_id = ${institutionId} and e.id = s."employeeId"
      where now.kind is distinct from s.was and now.kind is distinct from s.kind order by e.sort_name`;
  if (crossed.length > 0) {
    const names = crossed.slice(0, 3).map(({ name }) => name);
    const more = crossed.length > 3 ? ` and ${crossed.length - 3} others` : '';
    throw new Conflict(
      `Someone else has marked ${names.join(', ')}${more} in the meantime. Reload the page to see it.`,
    );
  }
  const changed = await query(tx)`
    insert into staff_attendance (institution_id, employee_id, on_date, kind, arrived_at, note, marked_by)
      select ${institutionId}, s."employeeId", ${onDate}::date, s.kind, s."arrivedAt", s.note, ${actor.accountId}::bigint
      from ${sent} order by s."employeeId"
      on conflict (institution_id, employee_id, on_date) do update
      set kind = excluded.kind, arrived_at = excluded.arrived_at, note = excluded.note, marked_by = excluded.marked_by, marked_at = now()
      where (staff_attendance.kind, staff_attendance.arrived_at, staff_attendance.note)
        is distinct from (excluded.kind, excluded.arrived_at, excluded.note)
      returning employee_id`;
  if (changed.length > 0)
    await record(tx, actor, 'staffAttendance.take', {
      institutionId,
      summary: `marked ${changed.length === 1 ? '1 employee' : `${changed.length} employees`} in the register of ${formatDay(onDate)}`,
      details: { day: onDate, employees: changed.length },
    });
  return changed.length;
}

export interface StaffDayRow {
  employeeId: number;
  name: string;
  employeeNumber: string;
  jobTitle: string | null;
  department: string | null;
  kind: StaffMark | null;
  /** '07:45' */
  arrivedAt: string | null;
  note: string | null;
  /** Approved leave on the day: its type, or 'Away' for restricted ones, of which each reading is logged. */
  leave: string | null;
  half: LeaveHalf | null;
}

/** The institution whose register is shown: the one in view, else the first. */
export function chooseStaff(actor: Actor, wanted?: number) {
  const mays = ['staffAttendance.take', 'staffAttendance.view'] as const;
  const institutionId = institutionInView(actor, wanted, ...mays);
  const { timeZone } = membershipIn(actor, institutionId)!;
  return {
    institutionId,
    institutions: namedInstitutions(actor, ...mays),
    today: todayIn(timeZone),
    canTake: can(actor, 'staffAttendance.take', institutionId),
  };
}

/** The register of a day: everybody who was employed, with what was marked. */
export async function staffDayProps(db: Db, actor: Actor, filter: { institution_id?: number; day?: Day }) {
  const { canTake, ...chosen } = chooseStaff(actor, filter.institution_id);
  const { institutionId, today } = chosen;
  const day = filter.day ?? today;
  const [rows, [about]] = await Promise.all([
    query<StaffDayRow>(db)`
      select e.id::bigint as "employeeId", e.surname || ', ' || concat_ws(' ', e.first_name, e.middle_name) as name,
          e.employee_number as "employeeNumber", e.job_title as "jobTitle", e.department, m.kind,
          to_char(m.arrived_at, 'HH24:MI') as "arrivedAt", m.note,
          case when t.id is null then null when not t.is_restricted then t.name else 'Away' end as leave, r.half
        from employees e
        left join staff_attendance m on (m.institution_id, m.employee_id, m.on_date) = (e.institution_id, e.id, ${day}::date)
        left join lateral (select r.* from leave_requests r where (r.institution_id, r.employee_id) = (e.institution_id, e.id)
          and r.state = 'approved' and ${day}::date between r.starts_on and r.ends_on order by r.half nulls first limit 1) r on true
        left join leave_types t on (t.institution_id, t.id) = (r.institution_id, r.type_id)
        where e.institution_id = ${institutionId} and e.merged_into_id is null
          and (e.employed_on is null or e.employed_on <= ${day}::date) and (e.left_on is null or e.left_on >= ${day}::date)
        order by e.sort_name, e.id`,
    query<{ isWorking: boolean; takenAt: string | null; takenBy: string | null }>(db)`
      select exists (select from akada_working_days(${institutionId}, ${day}::date, ${day}::date)) as "isWorking",
          to_jsonb(m.marked_at) #>> '{}' as "takenAt", a.name as "takenBy"
        from (values (1)) one (x)
        left join lateral (select marked_at, marked_by from staff_attendance
          where institution_id = ${institutionId} and on_date = ${day}::date order by marked_at desc limit 1) m on true
        left join accounts a on a.id = m.marked_by`,
  ]);
  return { ...chosen, day, rows, ...about!, can: { take: canTake && day <= today } };
}
