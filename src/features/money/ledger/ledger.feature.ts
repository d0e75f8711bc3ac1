import type { Feature } from '#web/feature.ts';
import { ledgerPersonalData } from './ledger.personal-data.ts';
import { ledgerPermissions } from './ledger.policy.ts';

export const ledgerFeature = {
  name: 'ledger',
  permissions: ledgerPermissions,
  roles: {
    bursar: ['ledger.view', 'ledger.edit', 'ledger.close', 'ledger.export'],
    principal: ['ledger.view', 'ledger.approve'],
  },
  nouns: { ledger: 'Ledger' },
  personalData: ledgerPersonalData,
  menuSections: [
    {
      key: 'fees',
      label: 'Fees',
      icon: 'receipt',
      place: 40,
      bar: 2,
      groups: {
        payments: 'Payments',
        billing: 'Billing',
        debts: 'Balances',
        bank: 'Bank',
        books: 'Books',
      },
    },
  ],
} satisfies Feature;
