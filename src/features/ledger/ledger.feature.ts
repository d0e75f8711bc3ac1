import type { Feature } from '#web/feature.ts';
import { ledgerPersonalData } from './ledger.personal-data.ts';
import { ledgerPermissions } from './ledger.policy.ts';
import { ledgerRoutes } from './ledger.routes.ts';
import { ledgerTours } from './ledger.tour.ts';

export const ledgerFeature = {
  name: 'ledger',
  permissions: ledgerPermissions,
  roles: {
    bursar: ['ledger.view', 'ledger.edit', 'ledger.close', 'ledger.export'],
    principal: ['ledger.view'],
  },
  nouns: { ledger: 'Ledger' },
  personalData: ledgerPersonalData,
  routes: [ledgerRoutes],
  tours: ledgerTours,
  menu: [
    { section: 'fees', place: 80, label: 'Journal', href: '/ledger', may: ['ledger.view'] },
    { section: 'fees', place: 85, label: 'Accounts', href: '/ledger/accounts', may: ['ledger.view'] },
    { section: 'fees', place: 90, label: 'Trial balance', href: '/ledger/trial-balance', may: ['ledger.view'] },
  ],
  menuSections: [{ key: 'fees', label: 'Fees', icon: 'receipt', place: 40 }],
} satisfies Feature;
