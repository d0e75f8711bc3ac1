import type { Feature } from '#web/feature.ts';
import { mergeApprovals, moneyMergeApproval } from './merge-records.ts';
import { mergeRoutes } from './merges.routes.ts';
import { mergeTours } from './merges.tour.ts';
import { mergePersonalData } from './merges.personal-data.ts';

export const mergeFeature = {
  name: 'merges',
  routes: [mergeRoutes],
  menu: [
    {
      section: 'students',
      place: 60,
      label: 'Merged',
      href: '/merges',
      may: ['people.merge'],
      usedBy: ['students.edit'],
      group: 'students',
      also: 'merged records duplicates',
    },
  ],
  tours: mergeTours,
  approvals: [...Object.values(mergeApprovals), moneyMergeApproval],
  personalData: mergePersonalData,
} satisfies Feature;
