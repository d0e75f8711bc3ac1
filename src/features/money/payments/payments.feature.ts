import type { Feature } from '#web/feature.ts';
import { correctionRoutes } from './corrections/corrections.routes.ts';
import { moveApproval } from './corrections/move.ts';
import { refundApproval } from './corrections/refund.ts';
import { reverseApproval } from './corrections/reverse.ts';
import { unidentifyApproval } from './corrections/unidentify.ts';
import { counterRoutes } from './counter/counter.routes.ts';
import { dayRoutes } from './days/days.routes.ts';
import { differenceRoutes } from './differences/differences.routes.ts';
import { maySeeDays, maySeePayments } from './payments.access.ts';
import { bankPersonalData } from './bank/bank.personal-data.ts';
import { bankRoutes } from './bank/bank.routes.ts';
import { bankTours } from './bank/bank.tour.ts';
import { bankAccountChange } from './bank/change-bank-account.ts';
import { undoLineApproval } from './bank/undo-line.ts';
import { paymentPermissions } from './payments.policy.ts';
import { paymentTours } from './payments.tour.ts';
import { recordRoutes } from './records/records.routes.ts';
import { verifyRoutes } from './records/verify.routes.ts';
import { reopenReconciliationApproval } from './reconciliation/reopen-reconciliation.ts';
import { reconciliationRoutes } from './reconciliation/reconciliation.routes.ts';
import { suspenseRoutes } from './suspense/suspense.routes.ts';
import { receiptRoutes } from './records/receipts.routes.ts';
import { paymentDashlets } from './payments.dashlets.ts';
import { paymentReports } from './payments.reports.ts';
import { paymentWaiting } from './payments.waiting.ts';

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
  routes: [
    counterRoutes,
    dayRoutes,
    differenceRoutes,
    receiptRoutes,
    recordRoutes,
    correctionRoutes,
    suspenseRoutes,
    verifyRoutes,
    bankRoutes,
    reconciliationRoutes,
  ],
  approvals: [
    reverseApproval,
    refundApproval,
    moveApproval,
    unidentifyApproval,
    undoLineApproval,
    bankAccountChange,
    reopenReconciliationApproval,
  ],
  tours: [...paymentTours, ...bankTours],
  menu: [
    {
      section: 'fees',
      group: 'payments',
      place: 20,
      label: 'Take payment',
      href: '/payments/new',
      may: ['payments.take'],
    },
    {
      section: 'fees',
      group: 'payments',
      place: 30,
      label: 'Payment records',
      href: '/payment_records',
      may: maySeePayments,
    },
    { section: 'fees', group: 'payments', place: 60, label: 'Cashier days', href: '/cashier-days', may: maySeeDays },
    {
      section: 'fees',
      group: 'payments',
      place: 65,
      label: 'Unidentified payments',
      href: '/unidentified-payments',
      may: ['payments.place'],
    },
    {
      section: 'fees',
      group: 'payments',
      place: 70,
      label: 'Bank statements',
      href: '/bank-statements',
      may: ['payments.place'],
    },
  ],
  personalData: bankPersonalData,
  dashlets: paymentDashlets,
  reports: paymentReports,
  waiting: paymentWaiting,
} satisfies Feature;
