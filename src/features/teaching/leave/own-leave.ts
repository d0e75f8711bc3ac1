import { sql } from 'drizzle-orm';
import type { CalendarSource } from '#kernel/contracts/calendar-source.ts';
import { query, type Db, isOneOf } from '#kernel/database.ts';
import { ownEmployees } from './leave.policy.ts';
import { membershipIn, type Actor, can, institutionsWhere } from '#kernel/actor.ts';
import { today as todayIn } from '#kernel/dates.ts';
import { balancesOf, type LeaveBalance } from './balances/balances.queries.ts';
import { monthsOf, type OwnMonth } from './days/month.queries.ts';
import { requestsOf, type LeaveRequest } from './requests/requests.queries.ts';
import type { ProfileTab } from '#kernel/contracts/profile-tab.ts';
import { NotFound } from '#kernel/errors.ts';
import { logAccess } from '#features/records/people/history.queries.ts';

/** One's own approved leave in one's own calendar. */
export const leaveSource: CalendarSource = {
  async load(db, actor, institutionIds, from, to) {
    const own = ownEmployees(actor).filter(({ institutionId }) => institutionIds.includes(institutionId));
    const rows = await query<{
      id: number;
      institutionId: number;
      startsOn: string;
      endsOn: string;
      changedAt: string;
    }>(db)`
      select r.id::bigint, r.institution_id as "institutionId", r.starts_on::text as "startsOn", r.ends_on::text as "endsOn",
          to_char(r.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "changedAt"
        from leave_requests r
        where r.institution_id = any (${sql.param(own.map(({ institutionId }) => institutionId))}::int[])
          and r.employee_id = any (${sql.param(own.map(({ employeeId }) => employeeId))}::bigint[]) and r.state = 'approved'
          and r.starts_on <= ${to}::date and r.ends_on >= ${from}::date
        order by r.starts_on, r.id`;
    return rows.map(({ id, institutionId, startsOn, endsOn, changedAt }) => ({
      key: `leave-${id}`,
      institutionId,
      title: 'Leave',
      changedAt,
      when: { isAllDay: true, from: startsOn, to: endsOn },
    }));
  },
};

/** One's own leave and attendance in each institution where one works. */
export async function ownLeaveProps(db: Db, actor: Actor, wanted?: number) {
  const records = await Promise.all(
    ownEmployees(actor, wanted).map(async (own) => {
      const { name, timeZone } = membershipIn(actor, own.institutionId)!;
      const year = Number(todayIn(timeZone).slice(0, 4));
      const [balances, next, { rows: requests, isMore }, months] = await Promise.all([
        balancesOf(db, own, year),
        balancesOf(db, own, year + 1),
        requestsOf(db, actor, own),
        monthsOf(db, own),
      ]);
      // The next year, once something of it is planned.
      const isPlanned = next.some(({ approved, asked }) => approved + asked > 0);
      const years = [{ year, balances }, ...(isPlanned ? [{ year: year + 1, balances: next }] : [])];
      return { ...own, institution: name, years, requests, isMore, months };
    }),
  );
  return { records };
}

export interface EmployeeLeave {
  employeeId: number;
  year: number;
  balances: LeaveBalance[];
  requests: Pick<LeaveRequest, 'id' | 'type' | 'startsOn' | 'endsOn' | 'half' | 'days' | 'state'>[];
  months: OwnMonth[];
  /** `edit`: the days a year, of others. */
  can: { edit: boolean; open: boolean };
}

const mays = ['leave.approve', 'leave.edit'] as const;
const maxRequestsShown = 40;

/** The leave and attendance of an employee, in one statement: the institution is known only by the record. */
async function employeeLeave(db: Db, actor: Actor, employeeId: number): Promise<EmployeeLeave> {
  const ids = institutionsWhere(actor, ...mays);
  // Restricted types are for those who decide.
  const reasons = isOneOf(sql`e.institution_id`, institutionsWhere(actor, 'leave.approve'));
  const [found] = await query<
    Omit<EmployeeLeave, 'can' | 'employeeId'> & { institutionId: number; hasRestricted: boolean }
  >(db)`select e.institution_id as "institutionId", y.year,
        coalesce((select jsonb_agg(b order by b."typeId") from (
          select t.id as "typeId", t.name, t.is_paid as "isPaid", t.needs_paper as "needsPaper",
            t.counts_all_days as "countsAllDays", t.retired_at is not null as "isRetired",
            coalesce(n.days, t.days_a_year) as entitled, n.days is not null as "isOwn", u.approved, u.asked,
            coalesce(n.days, t.days_a_year) - u.approved - u.asked as left
          from leave_types t
          left join leave_entitlements n on (n.institution_id, n.employee_id, n.type_id, n.year) = (t.institution_id, e.id, t.id, y.year)
          cross join lateral (select coalesce(sum(r.days) filter (where r.state = 'approved'), 0) as approved,
            coalesce(sum(r.days) filter (where r.state = 'asked'), 0) as asked
            from leave_requests r where (r.institution_id, r.employee_id, r.type_id) = (t.institution_id, e.id, t.id)
              and extract(year from r.starts_on) = y.year) u
          where t.institution_id = e.institution_id and (${reasons} or not t.is_restricted) and (t.retired_at is null or u.approved + u.asked > 0)) b), '[]') as balances,
        coalesce((select jsonb_agg(q order by q."startsOn" desc, q.id desc) from (
          select r.id, case when ${reasons} or not t.is_restricted then t.name else 'Away' end as type, r.starts_on as "startsOn", r.ends_on as "endsOn", r.half, r.days, r.state
          from leave_requests r join leave_types t on (t.institution_id, t.id) = (r.institution_id, r.type_id)
          where (r.institution_id, r.employee_id) = (e.institution_id, e.id)
          order by r.starts_on desc, r.id desc limit ${maxRequestsShown}) q), '[]') as requests,
        coalesce((select jsonb_agg(m order by m.month desc) from (
          select to_char(a.on_date, 'YYYY-MM') as month, count(*) filter (where a.kind = 'present') as present,
            count(*) filter (where a.kind = 'late') as late, count(*) filter (where a.kind = 'absent') as absent,
            count(*) filter (where a.kind = 'leave') as leave, count(*) filter (where a.kind = 'duty') as duty
          from staff_attendance a where (a.institution_id, a.employee_id) = (e.institution_id, e.id)
          group by 1 order by 1 desc limit 12) m), '[]') as months,
        ${reasons} and exists (select from leave_requests r join leave_types t on (t.institution_id, t.id) = (r.institution_id, r.type_id)
          where (r.institution_id, r.employee_id) = (e.institution_id, e.id) and t.is_restricted) as "hasRestricted"
      from employees e join institutions i on i.id = e.institution_id
      cross join lateral (select extract(year from now() at time zone i.time_zone)::int as year) y
      where e.institution_id = any (${sql.param(ids)}::int[]) and e.id = ${employeeId}::bigint`;
  if (!found) throw new NotFound('employee');
  const { institutionId, hasRestricted, ...rest } = found;
  const isOwn = membershipIn(actor, institutionId)!.employeeIds.includes(employeeId);
  if (hasRestricted && !isOwn)
    await logAccess(db, actor, {
      institutionId,
      entity: 'employee',
      subjectId: employeeId,
      groups: ['health'],
      place: 'record',
    });
  const open = isOwn || can(actor, 'leave.approve', institutionId);
  return { ...rest, employeeId, can: { edit: !isOwn && can(actor, 'leave.edit', institutionId), open } };
}

export const leaveTab: ProfileTab = {
  of: 'employee',
  // /employees/7/leave records an exit.
  name: 'leave-days',
  label: 'Leave and attendance',
  place: 20,
  may: mays,
  component: 'leave/employee-leave',
  isLogged: true,
  load: employeeLeave,
};
