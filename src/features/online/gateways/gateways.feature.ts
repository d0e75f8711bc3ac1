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
import { gatewayDashlets } from './gateways.dashlets.ts';
import { gatewayWaiting } from './gateways.waiting.ts';

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
  waiting: gatewayWaiting,
} satisfies Feature;
