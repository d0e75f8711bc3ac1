import { and, isNull } from 'drizzle-orm';
import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { waitingItem } from '#kernel/waiting-item.ts';
import { isOpen, visibleTo } from './approvals.queries.ts';
import { approvals, decisionColumnsFor } from './approvals.schema.ts';
import { mayDecide } from './deciders.ts';

/** More are not counted. */
const most = 500;

/** Requests that wait for the actor as the second person, and own requests whose waiting period is over. */
export const approvalWaiting: readonly WaitingWork[] = [
  {
    place: 10,
    may: 'signedIn',
    async load(db, actor, wanted) {
      if (actor.institutions.length === 0) return [];
      const rows = await db
        .select(decisionColumnsFor(actor))
        .from(approvals)
        .where(and(visibleTo(actor, wanted), isNull(approvals.outcome), isOpen))
        .limit(most);
      const own = rows.filter((row) => row.askedBy === actor.accountId && row.isWaitOver);
      return [
        ...waitingItem(rows.filter((row) => mayDecide(actor, row)).length, {
          one: 'request to approve',
          many: 'requests to approve',
          href: '/approvals',
          action: 'Review',
        }),
        ...waitingItem(own.length, {
          one: 'request of yours that you can now complete',
          many: 'requests of yours that you can now complete',
          href: '/approvals',
          action: 'Complete',
        }),
      ];
    },
  },
];
