import { sql } from 'drizzle-orm';
import type { CalendarSource } from '#kernel/contracts/calendar-source.ts';
import { query } from '#kernel/database.ts';
import { ownEmployees } from './leave.policy.ts';

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
    }>(
      db,
      sql`select r.id::int, r.institution_id as "institutionId", r.starts_on::text as "startsOn", r.ends_on::text as "endsOn",
          to_char(r.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "changedAt"
        from leave_requests r
        where r.institution_id = any (${sql.param(own.map(({ institutionId }) => institutionId))}::int[])
          and r.employee_id = any (${sql.param(own.map(({ employeeId }) => employeeId))}::bigint[]) and r.state = 'approved'
          and r.starts_on <= ${to}::date and r.ends_on >= ${from}::date
        order by r.starts_on, r.id`,
    );
    return rows.map(({ id, institutionId, startsOn, endsOn, changedAt }) => ({
      key: `leave-${id}`,
      institutionId,
      title: 'Leave',
      changedAt,
      when: { isAllDay: true, from: startsOn, to: endsOn },
    }));
  },
};
