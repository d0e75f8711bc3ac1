import { provideSettlement } from '#features/money/invoices/issue-invoices.ts';
import type { Feature } from '#web/feature.ts';
import { correctionRoutes } from './corrections/corrections.routes.ts';
import { moveApproval } from './corrections/move.ts';
import { reverseApproval, refundApproval, unidentifyApproval } from './corrections/reverse.ts';
import { maySeePayments } from './payments.access.ts';
import { paymentDashlets } from './payments.dashlets.ts';
import { paymentReceived } from './payments.events.ts';
import { paymentPersonalData } from './payments.personal-data.ts';
import { paymentPermissions } from './payments.policy.ts';
import { paymentReports } from './payments.reports.ts';
import { paymentTours } from './payments.tour.ts';
import { receiptRoutes } from './records/receipts.routes.ts';
import { recordRoutes } from './records/records.routes.ts';
import { verifyRoutes } from './records/verify.routes.ts';
import { settlementByPayments } from './settling/settlement.ts';
import { waiveApproval } from './waivers/waive.ts';
import { waiverRoutes } from './waivers/waivers.routes.ts';

provideSettlement(settlementByPayments);

/** Payments of students, what they settle, their records and receipts, and what corrects them. */
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
  routes: [receiptRoutes, recordRoutes, correctionRoutes, verifyRoutes, waiverRoutes],
  approvals: [waiveApproval, reverseApproval, refundApproval, moveApproval, unidentifyApproval],
  tours: paymentTours,
  menu: [
    {
      section: 'fees',
      group: 'payments',
      place: 30,
      label: 'Records',
      href: '/payment_records',
      may: maySeePayments,
      also: 'payment records receipts transactions',
    },
  ],
  events: [paymentReceived],
  personalData: paymentPersonalData,
  dashlets: paymentDashlets,
  reports: paymentReports,
} satisfies Feature;
