import type { Feature } from '#web/feature.ts';
import { provideCheck } from '#features/money/balances/proof/checks.ts';
import { checkOrders } from './check-orders.ts';
import { refundOrderApproval } from './office/refund-order.ts';
import { sellRoutes } from './office/sell.routes.ts';
import { orderPersonalData } from './orders.personal-data.ts';
import { orderPermissions } from './orders.policy.ts';
import { orderReports } from './orders.reports.ts';
import { orderTours } from './orders.tour.ts';
import { transactionRoutes } from './search/transactions.routes.ts';
import { expireOrdersWhenDue } from './sale/expire-orders.job.ts';
import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { isOneOf, query } from '#kernel/database.ts';
import { pendingTask } from '#kernel/pending-task.ts';

/** Buyers who have paid and wait for pins: somebody makes more, or refunds them. */
const orderPendingTasks: readonly PendingTaskKind[] = [
  {
    place: 53,
    may: ['payments.reverse', 'pins.make'],
    async load(db, actor, wanted) {
      const ids = institutionsInView(actor, wanted, 'payments.reverse', 'pins.make');
      const [row] = await query<{ count: number }>(db)`select count(*)::int as count from orders
        where ${isOneOf(sql`institution_id`, ids)} and status = 'paid' and problem = 'sold_out'`;
      return pendingTask(row!.count, {
        one: 'paid order that waits for pins',
        many: 'paid orders that wait for pins',
        href: '/pin_transactions?status=paid',
        action: 'View',
        isUrgent: true,
      });
    },
  },
];

// Balances come before orders, so what proves orders is provided from here.
provideCheck(checkOrders);

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
  routes: [sellRoutes, transactionRoutes],
  jobs: [expireOrdersWhenDue],
  tours: orderTours,
  pendingTasks: orderPendingTasks,
  menu: [
    {
      section: 'admissions',
      place: 70,
      label: 'Transactions',
      href: '/pin_transactions',
      may: ['orders.view'],
      group: 'pins',
      also: 'pin transactions sales of pins',
    },
    {
      section: 'admissions',
      group: 'pins',
      place: 75,
      label: 'Sell pins',
      href: '/pin-sales/new',
      may: ['payments.take'],
      also: 'scratch card',
    },
  ],
  confirmations: { admissions: { what: 'Admissions, pins and orders', nouns: ['admissions', 'pins', 'orders'] } },
  approvals: [refundOrderApproval],
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: orderPersonalData,
  reports: orderReports,
} satisfies Feature;
