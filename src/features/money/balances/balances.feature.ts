import { provideKind } from '#features/people/imports/kinds/all.ts';
import type { Feature } from '#web/feature.ts';
import { balanceEvents } from './balances.events.ts';
import { balancePersonalData } from './balances.personal-data.ts';
import { balanceRoutes } from './balances.routes.ts';
import { balanceTours } from './balances.tour.ts';
import { bookRoutes } from './books/books.routes.ts';
import { bookTours } from './books/books.tour.ts';
import { manualApproval } from './books/manual/manual-approval.ts';
import { reverseEntryApproval } from './books/manual/reverse-entry.ts';
import { reopenApproval } from './books/periods/periods.ts';
import { givenRoutes } from './given/given.routes.ts';
import { maySeeFees } from './fees-visible.ts';
import { moneyRoutes } from './overview/money.routes.ts';
import { openings } from './openings/openings.ts';
import { proveBooksNightly } from './proof/prove-books.job.ts';
import { feesWithHold } from './tabs/fees-with-hold.ts';
import { balanceDashlets } from './balances.dashlets.ts';
import { balanceReports } from './balances.reports.ts';

// Imports come before balances, so their kind is provided from here.
provideKind(openings);

/** What is owed and what came in: statements, balances, the bursar's overview, and the nightly proof of the books. */
export const balanceFeature = {
  name: 'balances',
  routes: [balanceRoutes, bookRoutes, moneyRoutes, givenRoutes],
  jobs: [proveBooksNightly],
  approvals: [manualApproval, reverseEntryApproval, reopenApproval],
  menu: [
    {
      section: 'fees',
      place: 78,
      label: 'Overview',
      href: '/money',
      may: ['payments.view'],
      group: 'books',
      also: 'fees overview collected',
    },
    {
      section: 'fees',
      group: 'debts',
      place: 55,
      label: 'Balances',
      href: '/balances',
      may: ['fees.view'],
      also: 'debtors owing arrears outstanding',
    },
    {
      section: 'fees',
      group: 'debts',
      place: 57,
      label: 'Given',
      href: '/given',
      may: ['payments.view'],
      also: 'waived discounts given credit',
    },
    { section: 'fees', group: 'books', place: 80, label: 'Journal', href: '/ledger', may: ['ledger.view'] },
    { section: 'fees', group: 'books', place: 85, label: 'Accounts', href: '/ledger/accounts', may: ['ledger.view'] },
    {
      section: 'fees',
      group: 'books',
      place: 90,
      label: 'Trial balance',
      href: '/ledger/trial-balance',
      may: ['ledger.view'],
    },
    { section: 'fees', group: 'books', place: 92, label: 'Periods', href: '/ledger/periods', may: ['ledger.view'] },
  ],
  confirmations: { money: { what: 'Fees and payments', nouns: ['fees', 'payments', 'ledger', 'openings'] } },
  profileTabs: [
    {
      of: 'student',
      name: 'fees',
      label: 'Fees',
      place: 10,
      may: maySeeFees,
      component: 'balances/student-fees',
      load: feesWithHold,
    },
  ],
  tours: [...balanceTours, ...bookTours],
  events: balanceEvents,
  personalData: balancePersonalData,
  dashlets: balanceDashlets,
  reports: balanceReports,
} satisfies Feature;
