import type { Feature } from '#web/feature.ts';
import { paymentPermissions } from './payments.policy.ts';

export const paymentFeature = {
  name: 'payments',
  permissions: paymentPermissions,
  roles: {
    cashier: ['payments.take'],
    bursar: [
      'payments.take',
      'payments.view',
      'payments.place',
      'payments.reverse',
      'payments.approveDay',
      'payments.settings',
      'payments.export',
    ],
    principal: ['payments.view', 'payments.approve'],
  },
  nouns: { payments: 'Payments' },
  demo: async () => (await import('./load.demo.ts')).steps,
} satisfies Feature;
