import type { Feature } from '#web/feature.ts';
import { erasureApproval } from './request-erasure.ts';
import { privacyRoutes } from './privacy.routes.ts';
import { privacyTours } from './privacy.tour.ts';
import { privacyPersonalData } from './privacy.personal-data.ts';

export const privacyFeature = {
  name: 'privacy',
  routes: [privacyRoutes],
  menu: [
    {
      section: 'settings',
      group: 'logs',
      place: 90,
      label: 'Access log',
      href: '/privacy/reads',
      about: 'Every view of health, religion and other private data.',
      may: ['privacy.readLog'],
    },
  ],
  tours: privacyTours,
  approvals: [erasureApproval],
  personalData: privacyPersonalData,
} satisfies Feature;
