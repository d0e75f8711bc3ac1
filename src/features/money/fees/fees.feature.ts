import type { Feature } from '#web/feature.ts';
import { audienceRoutes } from './audience/audience.routes.ts';
import { categoryRoutes } from './categories/categories.routes.ts';
import { copyingRoutes } from './copying/copying.routes.ts';
import { chargeFinesNightly } from './fines/charge-fines.job.ts';
import { discountApproval } from './discounts/name-students.ts';
import { discountRoutes } from './discounts/discounts.routes.ts';
import { feePersonalData } from './fees.personal-data.ts';
import { feePermissions } from './fees.policy.ts';
import { billFee } from './billing/bill.job.ts';
import { billingTours } from './billing/billing.tour.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { proposalRoutes } from './billing/proposals.routes.ts';
import { billRoutes } from './bills/bills.routes.ts';
import { printBillsJob, tidyBillFiles } from './bills/print-bills.job.ts';
import { verifyBillRoutes } from './bills/verify.routes.ts';
import { importingRoutes } from './importing/importing.routes.ts';
import { itemRoutes } from './items/items.routes.ts';
import { correctApproval } from './corrections/correct-invoices.ts';
import { correctionRoutes } from './corrections/corrections.routes.ts';
import { undoCorrectionApproval } from './corrections/undo-correction.ts';
import { creditTickedApproval } from './billing/act-on-proposals.ts';
import { cancelApproval } from './invoices/cancel.ts';
import { creditApproval } from './invoices/credit.ts';
import { invoiceRoutes } from './invoices/invoices.routes.ts';
import { waiveApproval } from './invoices/waive.ts';
import { limitRoutes } from './limit/limit.routes.ts';
import { limitApproval } from './limit/save-limit.ts';
import { feeRoutes } from './setup/fees.routes.ts';
import { setupTours } from './setup.tour.ts';
import { invoiceReports } from './fees.reports.ts';

export const feeFeature = {
  name: 'fees',
  permissions: feePermissions,
  roles: {
    bursar: ['fees.view', 'fees.edit', 'fees.bill', 'fees.waive', 'fees.export'],
    principal: ['fees.view', 'fees.approve'],
    student: ['fees.viewSelf'],
    guardian: ['fees.viewSelf'],
  },
  nouns: { fees: 'Fees' },
  personalData: feePersonalData,
  routes: [
    audienceRoutes,
    categoryRoutes,
    copyingRoutes,
    importingRoutes,
    discountRoutes,
    feeRoutes,
    invoiceRoutes,
    itemRoutes,
    billingRoutes,
    proposalRoutes,
    correctionRoutes,
    billRoutes,
    verifyBillRoutes,
    limitRoutes,
  ],
  jobs: [billFee, printBillsJob, tidyBillFiles, chargeFinesNightly],
  approvals: [
    creditApproval,
    cancelApproval,
    creditTickedApproval,
    correctApproval,
    undoCorrectionApproval,
    waiveApproval,
    discountApproval,
    limitApproval,
  ],
  tours: [...setupTours, ...billingTours],
  menu: [
    { section: 'fees', group: 'billing', place: 40, label: 'Fees', href: '/fees', may: ['fees.view'] },
    { section: 'fees', group: 'billing', place: 45, label: 'Discounts', href: '/discounts', may: ['fees.view'] },
    { section: 'fees', group: 'billing', place: 50, label: 'Invoices', href: '/invoices', may: ['fees.view'] },
    { section: 'fees', group: 'billing', place: 52, label: 'Billing runs', href: '/fee-runs', may: ['fees.view'] },
    {
      section: 'settings',
      group: 'fees',
      place: 67,
      label: 'Limit for one person',
      about: 'What may be taken off debts without a second person.',
      href: '/fee-settings',
      may: ['fees.edit'],
    },
  ],
  demo: async () => (await import('./load.demo.ts')).steps,
  reports: invoiceReports,
} satisfies Feature;
