import type { Feature } from '#web/feature.ts';
import { checklistRoutes } from './checklist.routes.ts';
import { checklistTours } from './checklist.tour.ts';
import { setUpCard } from './set-up.card.ts';

export const checklistFeature = {
  name: 'checklist',
  nouns: { checklist: 'Set-up checklist' },
  routes: [checklistRoutes],
  homeCards: [setUpCard],
  menu: [
    {
      section: 'settings',
      group: 'school',
      place: 5,
      label: 'Set-up',
      href: '/checklist',
      about: 'What’s left to set up, step by step.',
      may: ['institutions.edit'],
    },
  ],
  tours: checklistTours,
} satisfies Feature;
