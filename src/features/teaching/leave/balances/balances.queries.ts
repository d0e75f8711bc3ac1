import { query, type Db } from '#kernel/database.ts';
import type { OwnEmployee } from '../leave.policy.ts';

export interface LeaveBalance {
  typeId: number;
  name: string;
  isPaid: boolean;
  needsPaper: boolean;
  countsAllDays: boolean;
  isRetired: boolean;
  /** Null: without a limit. */
  entitled: number | null;
  /** Whether the days are the employee's own, not those of the type. */
  isOwn: boolean;
  approved: number;
  asked: number;
  left: number | null;
}

/** What an employee has of each type of leave in a calendar year. Types that are retired stay while they were used. */
export const balancesOf = (db: Db, { institutionId, employeeId }: OwnEmployee, year: number) =>
  query<LeaveBalance>(db)`select t.id::bigint as "typeId", t.name, t.is_paid as "isPaid", t.needs_paper as "needsPaper",
        t.counts_all_days as "countsAllDays", t.retired_at is not null as "isRetired", coalesce(e.days, t.days_a_year)::float as entitled, e.days is not null as "isOwn",
        u.approved::float as approved, u.asked::float as asked,
        (coalesce(e.days, t.days_a_year) - u.approved - u.asked)::float as left
      from leave_types t
      left join leave_entitlements e on (e.institution_id, e.employee_id, e.type_id, e.year)
        = (t.institution_id, ${employeeId}::bigint, t.id, ${year}::int)
      cross join lateral (select coalesce(sum(r.days) filter (where r.state = 'approved'), 0) as approved,
        coalesce(sum(r.days) filter (where r.state = 'asked'), 0) as asked
        from leave_requests r where (r.institution_id, r.employee_id, r.type_id) = (t.institution_id, ${employeeId}::bigint, t.id)
          and extract(year from r.starts_on) = ${year}::int) u
      where t.institution_id = ${institutionId} and (t.retired_at is null or u.approved + u.asked > 0)
      order by t.retired_at is not null, t.id`;

/** Days of leave between two days: working days of the calendar, half ones as a half, or all days. */
export async function countDays(
  db: Db,
  institutionId: number,
  {
    startsOn,
    endsOn,
    half,
    countsAllDays,
  }: { startsOn: string; endsOn: string; half: string | null; countsAllDays: boolean },
): Promise<number> {
  const [row] = await query<{ days: number }>(db)`
    select (case when ${countsAllDays} then (${endsOn}::date - ${startsOn}::date + 1)::numeric
        else (select coalesce(sum(w.halves), 0) / 2.0 from akada_working_days(${institutionId}, ${startsOn}::date, ${endsOn}::date) w)
      end)::float as days`;
  // Half of a day that is a half day itself is the half day.
  return half ? Math.min(row!.days, 0.5) : row!.days;
}
