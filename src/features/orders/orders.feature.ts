import type { Feature } from '#web/feature.ts';
import { refundOrderApproval } from './office/refund-order.ts';
import { orderPermissions } from './orders.policy.ts';
import { expireOrdersEveryMinute } from './sale/expire-orders.job.ts';

export const orderFeature = {
  name: 'orders',
  permissions: orderPermissions,
  roles: {
    cashier: ['orders.view'],
    bursar: ['orders.view', 'orders.export'],
    admission_officer: ['orders.view'],
    principal: ['orders.view'],
  },
  nouns: { orders: 'Orders' },
  jobs: [expireOrdersEveryMinute],
  approvals: [refundOrderApproval],
  demo: async () => (await import('./load.demo.ts')).steps,
} satisfies Feature;
