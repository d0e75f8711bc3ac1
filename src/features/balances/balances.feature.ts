import type { Feature } from '#web/feature.ts';
import { balanceRoutes } from './balances.routes.ts';
import { balanceTours } from './balances.tour.ts';
import { maySeeFees } from './fees-visible.ts';
import { studentFees } from './statement/student-fees.ts';

/** What is owed and what came in: statements, balances, the bursar's overview, and the nightly proof of the books. */
export const balanceFeature = {
  name: 'balances',
  routes: [balanceRoutes],
  menu: [{ section: 'fees', place: 55, label: 'Balances', href: '/balances', may: ['fees.view'] }],
  profileTabs: [
    {
      ...{ of: 'student', name: 'fees', label: 'Fees', place: 10, may: maySeeFees },
      ...{ component: 'balances/student-fees', load: studentFees },
    },
  ],
  tours: balanceTours,
} satisfies Feature;
