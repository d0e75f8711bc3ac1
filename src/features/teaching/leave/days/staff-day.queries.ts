import { sql } from 'drizzle-orm';
import { can, institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { today as todayIn, type Day } from '#kernel/dates.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { LeaveHalf, StaffMark } from '../leave-kinds.ts';

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
  const [institutionId] = institutionsInView(actor, wanted, ...mays);
  if (institutionId === undefined) throw new NotAllowed();
  const { timeZone } = membershipIn(actor, institutionId)!;
  return {
    institutionId,
    institutions: institutionsWhere(actor, ...mays).map((id) => ({ id, name: membershipIn(actor, id)!.name })),
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
    query<StaffDayRow>(
      db,
      sql`select e.id::int as "employeeId", e.surname || ', ' || concat_ws(' ', e.first_name, e.middle_name) as name,
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
    ),
    query<{ isWorking: boolean; takenAt: string | null; takenBy: string | null }>(
      db,
      sql`select exists (select from akada_working_days(${institutionId}, ${day}::date, ${day}::date)) as "isWorking",
          to_jsonb(m.marked_at) #>> '{}' as "takenAt", a.name as "takenBy"
        from (values (1)) one (x)
        left join lateral (select marked_at, marked_by from staff_attendance
          where institution_id = ${institutionId} and on_date = ${day}::date order by marked_at desc limit 1) m on true
        left join accounts a on a.id = m.marked_by`,
    ),
  ]);
  return { ...chosen, day, rows, ...about!, can: { take: canTake && day <= today } };
}
