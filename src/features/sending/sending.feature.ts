import type { Feature } from '#web/feature.ts';
import { hookRoutes } from './hooks/hooks.routes.ts';
import { sendContinually } from './sender/sender.ts';
import { sendingPermissions } from './sending.policy.ts';

/** Hands the messages of the outbox to providers. */
export const sendingFeature = {
  name: 'sending',
  permissions: sendingPermissions,
  roles: { ict_administrator: ['sending.settings'] },
  nouns: { sending: 'Sending' },
  routes: [hookRoutes],
  continually: [sendContinually],
  confirmations: { sending: { what: 'Sending SMS and e-mail', nouns: ['sending'] } },
} satisfies Feature;
