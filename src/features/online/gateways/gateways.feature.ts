import type { Feature } from '#web/feature.ts';
import { myFeesRoutes } from './family/my-fees.routes.ts';
import { gatewayPersonalData } from './gateways.personal-data.ts';
import { gatewayTours } from './gateways.tour.ts';
import { hookRoutes } from './hooks.routes.ts';
import { requeryWhenDue } from './online/requery.job.ts';
import { orderRoutes } from './orders/orders.routes.ts';
import { testGatewayRoutes } from './providers/test-gateway.routes.ts';
import { acceptReviewApproval } from './review/accept-review.ts';
import { reviewRoutes } from './review/review.routes.ts';
import { saveKeysChange } from './settings/save-keys.ts';
import { gatewaySettingsRoutes } from './settings/settings.routes.ts';
import { switchGatewayChange } from './settings/switch-gateway.ts';
import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { PendingTaskKind, ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { isOneOf, query } from '#kernel/database.ts';
import { pendingTask } from '#kernel/pending-task.ts';

const may = ['payments.view', 'payments.place'] as const;

const toReview: ReadyDashlet = {
  key: 'payments.review',
  label: 'Payments to review',
  place: 80,
  size: 'small',
  may,
  description: 'Online payments that need a decision, and unidentified payments.',
  empty: 'No payments to review.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, ...may);
    const [row] = await query<{ online: number; suspense: number }>(db)`
      select (select count(*)::int from online_reviews where ${isOneOf(sql`institution_id`, ids)} and state = 'open') as online,
      (select count(*)::int from payments where ${isOneOf(sql`institution_id`, ids)} and in_suspense) as suspense`;
    const { online, suspense } = row!;
    if (online + suspense === 0) return null;
    return {
      as: 'list',
      points: [
        { label: 'Online payments to review', value: online, href: '/online-payments/review' },
        { label: 'Unidentified payments', value: suspense, href: '/payment_records?suspense=yes' },
      ].filter(({ value }) => value > 0),
    };
  },
};

const gatewayDashlets: readonly ReadyDashlet[] = [toReview];

const gatewayPendingTasks: readonly PendingTaskKind[] = [
  {
    place: 52,
    may: ['payments.place'],
    async load(db, actor, wanted) {
      const ids = institutionsInView(actor, wanted, 'payments.place');
      const [row] = await query<{ count: number }>(db)`
        select count(*)::int as count from online_reviews where ${isOneOf(sql`institution_id`, ids)} and state = 'open'`;
      return pendingTask(row!.count, {
        one: 'online payment to review',
        many: 'online payments to review',
        href: '/online-payments/review',
        action: 'Review',
      });
    },
  },
];

/** Payments online: families pay what they owe, providers confirm it. */
export const gatewayFeature = {
  name: 'gateways',
  routes: [hookRoutes, myFeesRoutes, orderRoutes, reviewRoutes, gatewaySettingsRoutes, testGatewayRoutes],
  jobs: [requeryWhenDue],
  menu: [
    {
      section: 'mine',
      place: 30,
      label: 'Fees',
      href: '/my-fees',
      may: ['fees.viewSelf'],
      icon: 'receipt',
      also: 'my fees pay school fees',
      of: ['studentIds', 'guardianIds'],
    },
    {
      section: 'fees',
      group: 'payments',
      place: 66,
      label: 'Online to review',
      href: '/online-payments/review',
      may: ['payments.view', 'payments.place'],
      also: 'needs review Paystack Flutterwave',
    },
    {
      section: 'settings',
      group: 'fees',
      place: 65,
      label: 'Payment gateways',
      about: 'Keys and accounts of the providers of online payments.',
      href: '/payment-gateways',
      may: ['payments.settings'],
    },
  ],
  approvals: [acceptReviewApproval, saveKeysChange, switchGatewayChange],
  tours: gatewayTours,
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: gatewayPersonalData,
  dashlets: gatewayDashlets,
  pendingTasks: gatewayPendingTasks,
} satisfies Feature;
