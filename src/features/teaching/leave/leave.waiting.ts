import { sql } from 'drizzle-orm';
import { institutionsInView, membershipIn } from '#kernel/actor.ts';
import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { query } from '#kernel/database.ts';
import { waitingItem } from '#kernel/waiting-item.ts';

export const leaveWaiting: readonly WaitingWork[] = [
  {
    place: 63,
    may: ['leave.approve'],
    async load(db, actor, wanted) {
      const ids = institutionsInView(actor, wanted, 'leave.approve');
      // One's own wait for somebody else.
      const own = ids.flatMap((id) => membershipIn(actor, id)!.employeeIds);
      const [row] = await query<{ count: number }>(
        db,
        sql`select count(*)::int as count from leave_requests r where r.institution_id = any (${sql.param(ids)}::int[])
          and r.state = 'asked' and not r.employee_id = any (${sql.param(own)}::bigint[])`,
      );
      return waitingItem(row!.count, {
        one: 'leave request to decide',
        many: 'leave requests to decide',
        href: '/leave-requests?state=asked',
        action: 'Review',
      });
    },
  },
];
