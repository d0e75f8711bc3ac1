import type { Feature } from '#web/feature.ts';
import { billRoutes } from './bills/bills.routes.ts';
import { printBillsJob, tidyBillFiles } from './bills/print-bills.job.ts';
import { verifyBillRoutes } from './bills/verify.routes.ts';
import { cancelApproval } from './corrections/cancel.ts';
import { creditApproval } from './corrections/credit.ts';
import { invoiceEvents } from './invoices.events.ts';
import { invoicePersonalData } from './invoices.personal-data.ts';
import { invoiceReports } from './invoices.reports.ts';
import { invoiceTours } from './invoices.tour.ts';
import { limitRoutes } from './limit/limit.routes.ts';
import { limitApproval } from './limit/save-limit.ts';
import { invoiceRoutes } from './records/invoices.routes.ts';

/** Invoices of students with what corrects them, and bills on paper. */
export const invoiceFeature = {
  name: 'invoices',
  routes: [invoiceRoutes, billRoutes, verifyBillRoutes, limitRoutes],
  jobs: [printBillsJob, tidyBillFiles],
  approvals: [creditApproval, cancelApproval, limitApproval],
  tours: invoiceTours,
  menu: [
    {
      section: 'fees',
      group: 'billing',
      place: 50,
      label: 'Invoices',
      href: '/invoices',
      may: ['fees.view'],
      also: 'bills',
    },
    {
      section: 'settings',
      group: 'fees',
      place: 67,
      label: 'Limit for one person',
      about: 'The amount one person can take off debts without approval.',
      href: '/fee-settings',
      may: ['fees.edit'],
    },
  ],
  events: invoiceEvents,
  personalData: invoicePersonalData,
  reports: invoiceReports,
} satisfies Feature;
