import type { Feature } from '#web/feature.ts';
import { deciders } from './approvals.policy.ts';
import { approvalRoutes } from './approvals.routes.ts';
import { approvalTours } from './approvals.tour.ts';
import { completeChangesOften } from './changes-due.job.ts';
import { expireRequestsHourly } from './request-approval.ts';
import { approvalPersonalData } from './approvals.personal-data.ts';
import { approvalWaiting } from './approvals.waiting.ts';

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
  waiting: approvalWaiting,
} satisfies Feature;
