import { sql, type SQL } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { NotFound } from '#kernel/errors.ts';
import type { LeaveHalf, LeaveState } from '../leave-kinds.ts';
import { isOwnRecord, visibleRequests, type OwnEmployee } from '../leave.policy.ts';

export interface LeaveRequest {
  id: number;
  institutionId: number;
  employeeId: number;
  type: string;
  startsOn: Day;
  endsOn: Day;
  half: LeaveHalf | null;
  days: number;
  state: LeaveState;
  reason: string | null;
  answer: string | null;
  hasPaper: boolean;
  needsPaper: boolean;
}

const columns: SQL = sql`r.id::bigint, r.institution_id as "institutionId", r.employee_id::bigint as "employeeId", t.name as type,
  r.starts_on::text as "startsOn", r.ends_on::text as "endsOn", r.half, r.days::float as days, r.state, r.reason, r.answer,
  r.file_id is not null as "hasPaper", t.needs_paper as "needsPaper"`;
const types = sql`join leave_types t on (t.institution_id, t.id) = (r.institution_id, r.type_id)`;

/** Of one employee, latest first. */
export const requestsOf = (db: Db, actor: Actor, { institutionId, employeeId }: OwnEmployee) =>
  bounded(
    60,
    (limit) =>
      query<LeaveRequest>(db)`select ${columns} from leave_requests r ${types}
        where ${visibleRequests(actor)} and r.institution_id = ${institutionId} and r.employee_id = ${employeeId}::bigint
        order by r.starts_on desc, r.id desc limit ${limit}`,
  );

interface LeaveRequestRecord extends LeaveRequest {
  employee: string;
  department: string | null;
  isRestricted: boolean;
  /** Days of the type in the year, and those approved so far; null: without a limit. */
  entitled: number | null;
  taken: number;
  decidedBy: string | null;
  askedAt: string;
}

/** A request, with colleagues who are away on its days. */
export async function requestPage(db: Db, actor: Actor, id: number) {
  const where = sql`r.id = ${id}::bigint and ${visibleRequests(actor)}`;
  const [[request], others] = await Promise.all([
    query<LeaveRequestRecord>(db)`
      select ${columns}, concat_ws(' ', e.first_name, e.middle_name, e.surname) as employee, e.department,
          t.is_restricted as "isRestricted", coalesce(n.days, t.days_a_year)::float as entitled,
          (select coalesce(sum(o.days), 0)::float from leave_requests o where o.institution_id = r.institution_id
            and o.employee_id = r.employee_id and o.type_id = r.type_id and o.state = 'approved'
            and extract(year from o.starts_on) = extract(year from r.starts_on)) as taken, a.name as "decidedBy", to_jsonb(r.created_at) #>> '{}' as "askedAt"
        from leave_requests r ${types} join employees e on (e.institution_id, e.id) = (r.institution_id, r.employee_id)
        left join leave_entitlements n on (n.institution_id, n.employee_id, n.type_id, n.year)
          = (r.institution_id, r.employee_id, r.type_id, extract(year from r.starts_on)::int)
        left join accounts a on a.id = r.decided_by where ${where}`,
    query<{ name: string; startsOn: Day; endsOn: Day }>(db)`
      select concat_ws(' ', e.first_name, e.surname) as name, o.starts_on::text as "startsOn", o.ends_on::text as "endsOn"
        from leave_requests r join employees mine on (mine.institution_id, mine.id) = (r.institution_id, r.employee_id)
        join leave_requests o on o.institution_id = r.institution_id and o.state = 'approved' and o.employee_id <> r.employee_id
          and o.starts_on <= r.ends_on and o.ends_on >= r.starts_on
        join employees e on (e.institution_id, e.id) = (o.institution_id, o.employee_id)
          and e.department is not distinct from mine.department
        where ${where} order by o.starts_on, o.id`,
  ]);
  if (!request) throw new NotFound('leave request');
  const isOwn = isOwnRecord(actor, request);
  const decides = !isOwn && can(actor, 'leave.approve', request.institutionId);
  return {
    request,
    // To those who decide alone.
    others: decides ? others : [],
    can: {
      decide: decides && request.state === 'asked',
      cancel: (isOwn || decides) && (request.state === 'asked' || request.state === 'approved'),
      attach:
        request.state === 'asked'
          ? isOwn || decides
          : request.state === 'approved' && (decides || (isOwn && !request.hasPaper)),
    },
    isOwn,
    institution: membershipIn(actor, request.institutionId)!.name,
  };
}
