import type { Feature } from '#web/feature.ts';
import { deciders } from './approvals.policy.ts';
import { approvalRoutes } from './approvals.routes.ts';
import { approvalTours } from './approvals.tour.ts';
import { completeChangesOften } from './changes-due.job.ts';
import { expireRequestsHourly } from './request-approval.ts';
import { approvalPersonalData } from './approvals.personal-data.ts';
import { and, isNull } from 'drizzle-orm';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { pendingTask } from '#kernel/pending-task.ts';
import { isOpen, visibleTo } from './approvals.queries.ts';
import { approvals, decisionColumnsFor } from './approvals.schema.ts';
import { mayDecide } from './deciders.ts';

/** More are not counted. */
const maxCountedApprovals = 500;

/** Requests that wait for the actor as the second person, and own requests whose waiting period is over. */
const approvalPendingTasks: readonly PendingTaskKind[] = [
  {
    place: 10,
    may: 'signedIn',
    async load(db, actor, wanted) {
      if (actor.institutions.length === 0) return [];
      const rows = await db
        .select(decisionColumnsFor(actor))
        .from(approvals)
        .where(and(visibleTo(actor, wanted), isNull(approvals.outcome), isOpen))
        .limit(maxCountedApprovals);
      const own = rows.filter((row) => row.askedBy === actor.accountId && row.isWaitOver);
      return [
        ...pendingTask(rows.filter((row) => mayDecide(actor, row)).length, {
          one: 'request to approve',
          many: 'requests to approve',
          href: '/approvals',
          action: 'Review',
        }),
        ...pendingTask(own.length, {
          one: 'request that you can now complete',
          many: 'requests that you can now complete',
          href: '/approvals',
          action: 'Complete',
        }),
      ];
    },
  },
];

export const approvalFeature = {
  name: 'approvals',
  routes: [approvalRoutes],
  jobs: [expireRequestsHourly, completeChangesOften],
  menu: [
    {
      section: 'settings',
      group: 'people',
      place: 50,
      label: 'Approvals',
      href: '/approvals',
      about: 'Sensitive actions that wait for a second person.',
      may: deciders,
    },
  ],
  tours: approvalTours,
  personalData: approvalPersonalData,
  pendingTasks: approvalPendingTasks,
} satisfies Feature;
