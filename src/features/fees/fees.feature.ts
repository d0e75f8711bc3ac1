import type { Feature } from '#web/feature.ts';
import { feePersonalData } from './fees.personal-data.ts';
import { feePermissions } from './fees.policy.ts';
import { cancelApproval } from './invoices/cancel.ts';
import { creditApproval } from './invoices/credit.ts';
import { invoiceRoutes } from './invoices/invoices.routes.ts';
import { waiveApproval } from './invoices/waive.ts';

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
  routes: [invoiceRoutes],
  approvals: [creditApproval, cancelApproval, waiveApproval],
  menu: [{ section: 'fees', place: 50, label: 'Invoices', href: '/invoices', may: ['fees.view'] }],
} satisfies Feature;
