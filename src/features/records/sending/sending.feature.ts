import type { Feature } from '#web/feature.ts';
import { hookRoutes } from './hooks/hooks.routes.ts';
import { sendContinually } from './sender/sender.ts';
import { sendingPermissions } from './sending.policy.ts';
import { sendingTours } from './sending.tour.ts';
import { saveProviderChange } from './settings/save-provider.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { switchProviderChange, askBalancesHourly } from './settings/switch-provider.ts';
import { sendingDashlets } from './sending.dashlets.ts';

/** Hands the messages of the outbox to providers. */
export const sendingFeature = {
  name: 'sending',
  permissions: sendingPermissions,
  roles: { ict_administrator: ['sending.settings'] },
  nouns: { sending: 'Sending' },
  routes: [hookRoutes, settingsRoutes],
  jobs: [askBalancesHourly],
  continually: [sendContinually],
  menu: [
    {
      section: 'settings',
      group: 'messages',
      place: 70,
      label: 'Providers',
      href: '/message-providers',
      about: 'Providers of SMS, e-mail and WhatsApp, and their prices.',
      may: ['sending.settings'],
    },
  ],
  approvals: [saveProviderChange, switchProviderChange],
  tours: sendingTours,
  confirmations: { sending: { what: 'Sending SMS and e-mail', nouns: ['sending'] } },
  dashlets: sendingDashlets,
} satisfies Feature;
