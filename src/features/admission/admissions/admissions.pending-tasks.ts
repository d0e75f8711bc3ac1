import { can, institutionsInView } from '#kernel/actor.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import type { Permission } from '#kernel/permissions.ts';
import { pendingTask } from '#kernel/pending-task.ts';
import type { ApplicationState } from './admissions.ts';
import { countsByState } from './states.queries.ts';

/** What the holders of a permission do with applications in a state. */
const steps = [
  {
    state: 'submitted',
    may: 'admissions.review',
    action: 'Review',
    one: 'new application to review',
    many: 'new applications to review',
  },
  {
    state: 'under_review',
    may: 'admissions.decide',
    action: 'Decide',
    one: 'application to decide on',
    many: 'applications to decide on',
  },
  {
    state: 'accepted',
    may: 'admissions.admit',
    action: 'Admit',
    one: 'accepted offer to admit',
    many: 'accepted offers to admit',
  },
] as const satisfies { state: ApplicationState; may: Permission; action: string; one: string; many: string }[];

export const admissionPendingTasks: readonly PendingTaskKind[] = [
  {
    place: 30,
    may: steps.map(({ may }) => may),
    async load(db, actor, wanted) {
      const rows = await countsByState(db, institutionsInView(actor, wanted, 'admissions.view'));
      return steps.flatMap(({ state, may, ...words }) => {
        const found = rows.filter((row) => row.state === state && can(actor, may, row.institutionId));
        const count = found.reduce((sum, row) => sum + row.count, 0);
        return pendingTask(count, { ...words, href: `/applications?status=${state}` });
      });
    },
  },
];
