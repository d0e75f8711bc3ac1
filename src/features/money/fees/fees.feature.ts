import type { Feature } from '#web/feature.ts';
import { audienceRoutes } from './audience/audience.routes.ts';
import { categoryRoutes } from './categories/categories.routes.ts';
import { copyingRoutes } from './copying/copying.routes.ts';
import { discountRoutes } from './discounts/discounts.routes.ts';
import { discountApproval } from './discounts/name-students.ts';
import { feePersonalData } from './fees.personal-data.ts';
import { feePermissions } from './fees.policy.ts';
import { importingRoutes } from './importing/importing.routes.ts';
import { feeRoutes } from './setup/fees.routes.ts';
import { setupTours } from './setup.tour.ts';

/** What is charged, to whom and when; billing makes invoices of it. */
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
  routes: [audienceRoutes, categoryRoutes, copyingRoutes, importingRoutes, discountRoutes, feeRoutes],
  approvals: [discountApproval],
  tours: setupTours,
  menu: [
    {
      section: 'fees',
      group: 'billing',
      place: 40,
      label: 'Fees',
      href: '/fees',
      may: ['fees.view'],
      also: 'school fees tuition',
      usedBy: ['fees.edit', 'fees.bill', 'fees.approve'],
    },
    { section: 'fees', place: 42, label: 'Add fee', href: '/fees/new', may: ['fees.edit'], usedBy: [] },
    {
      section: 'fees',
      group: 'billing',
      place: 45,
      label: 'Discounts',
      href: '/discounts',
      may: ['fees.view'],
      also: 'scholarships bursaries rebates',
    },
  ],
} satisfies Feature;
