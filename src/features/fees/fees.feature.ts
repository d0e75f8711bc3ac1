import type { Feature } from '#web/feature.ts';
import { feePersonalData } from './fees.personal-data.ts';
import { feePermissions } from './fees.policy.ts';

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
} satisfies Feature;
