import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import type { LeaveHalf } from '../leave-kinds.ts';

interface AwayEmployee {
  employeeId: number;
  /** Of the day; null: all of it. */
  half: LeaveHalf | null;
  /** 'Annual leave', 'Absent', 'Official duty'; 'Away' where the reason is restricted or not to be told. */
  why: string;
}

/**
 * Employees who are away on a day: on approved leave, or marked absent, on leave or on duty elsewhere. Why, only
 * `withReasons`, where the reading is logged; sick leave and other restricted types are "Away" otherwise.
 */
export const awayOn = (
  db: Db,
  institutionId: number,
  day: Day,
  { withReasons = false }: { withReasons?: boolean } = {},
): Promise<AwayEmployee[]> =>
  query<AwayEmployee>(db)`select e.id::bigint as "employeeId", r.half,
        case when r.id is not null then case when ${withReasons} or not t.is_restricted then t.name else 'Away' end
          when m.kind = 'duty' then 'Official duty' when ${withReasons} and m.kind = 'absent' then 'Absent' else 'Away' end as why
      from employees e
      left join leave_requests r on (r.institution_id, r.employee_id) = (e.institution_id, e.id) and r.state = 'approved'
        and ${day}::date between r.starts_on and r.ends_on
      left join leave_types t on (t.institution_id, t.id) = (r.institution_id, r.type_id)
      left join staff_attendance m on (m.institution_id, m.employee_id, m.on_date) = (e.institution_id, e.id, ${day}::date)
      where e.institution_id = ${institutionId} and e.left_on is null and e.merged_into_id is null
        and (r.id is not null or m.kind in ('absent', 'leave', 'duty'))
        -- Someone who came after all is not away.
        and (m.kind is null or m.kind not in ('present', 'late') or r.half is not null)
      order by e.sort_name, e.id, r.id`;
