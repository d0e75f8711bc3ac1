import type { Feature } from '#web/feature.ts';
import { birthdayEvents } from './birthdays.events.ts';
import { peopleDashlets } from './people.dashlets.ts';
import { peoplePermissions } from './people.policy.ts';
import { peopleRoutes } from './people.routes.ts';
import { notifyExpiringDaily } from './documents/notify-expiring.job.ts';
import { peoplePersonalData } from './people.personal-data.ts';
import { draftWaiting } from './people.waiting.ts';

export const peopleFeature = {
  name: 'people',
  events: birthdayEvents,
  permissions: peoplePermissions,
  roles: {
    principal: ['privacy.readLog', 'privacy.access'],
    registrar: ['people.merge', 'privacy.access'],
    hr_officer: ['people.merge', 'privacy.access'],
  },
  nouns: { people: 'Merged records', privacy: 'Privacy' },
  routes: [peopleRoutes],
  jobs: [notifyExpiringDaily],
  personalData: peoplePersonalData,
  dashlets: peopleDashlets,
  waiting: draftWaiting,
} satisfies Feature;
