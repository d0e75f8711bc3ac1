import { provideSettlement, type Settlement } from '#features/money/invoices/issue-invoices.ts';
import type { Feature } from '#web/feature.ts';
import { correctionRoutes } from './corrections/corrections.routes.ts';
import { moveApproval } from './corrections/move.ts';
import { reverseApproval, refundApproval, unidentifyApproval } from './corrections/corrections.ts';
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
import { waiveApproval } from './waivers/waive.ts';
import { waiverRoutes } from './waivers/waivers.routes.ts';
import { sql } from 'drizzle-orm';
import { applyCredit, releaseInvoice } from './settling/apply-credit.ts';

/** How payments settle invoices. */
const settlementByPayments: Settlement = {
  applyCredit,
  releaseInvoice,
  paymentsOf: (invoice) => sql`select p.id as "paymentId", p.channel, p.status, p.day,
      p.receipt_number as "receiptNumber", sum(a.amount) as amount
    from allocations a join payments p on (p.institution_id, p.id) = (a.institution_id, a.payment_id)
    where (a.institution_id, a.invoice_id) = ${invoice}
    group by p.id, p.channel, p.status, p.day, p.receipt_number having sum(a.amount) <> 0 order by p.day, p.id`,
  waivedOf: (invoice) => sql`coalesce((select sum(a.amount) from allocations a
    join payments p on (p.institution_id, p.id) = (a.institution_id, a.payment_id) and p.channel = 'waiver'
    where (a.institution_id, a.invoice_id) = ${invoice}), 0)::bigint`,
};

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
