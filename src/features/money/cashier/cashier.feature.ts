import type { Feature } from '#web/feature.ts';
import { maySeeDays } from './cashier.access.ts';
import { cashierDashlets } from './cashier.dashlets.ts';
import { cashierTours } from './cashier.tour.ts';
import { cashierPendingTasks } from './cashier.pending-tasks.ts';
import { dayRoutes } from './days/days.routes.ts';
import { differenceRoutes } from './differences/differences.routes.ts';
import { payOutRoutes } from './pay-out/pay-out.routes.ts';
import { counterRoutes } from './take-payment/counter.routes.ts';
import { sql } from 'drizzle-orm';
import type { UnfinishedWork } from '#kernel/contracts/unfinished-work.ts';
import { accountNameIn } from '#kernel/account-name.ts';

const unpostedCashierDays: UnfinishedWork = {
  kind: 'cashiers',
  place: 40,
  one: 'cashier session not approved',
  many: 'cashier sessions not approved',
  href: () => '/cashier-days',
  may: ['payments.approveDay'],
  found: ({
    institutionId,
    startsOn,
    endsOn,
  }) => sql`select ${accountNameIn(sql`d.account_id`)} || ', ' || to_char(d.day, 'DD/MM/YYYY') as name from cashier_days d
        where d.institution_id = ${institutionId} and d.day between ${startsOn} and ${endsOn} and d.approved_at is null`,
};

/** The counter: money is taken and handed back, days are counted, closed and approved. */
export const cashierFeature = {
  name: 'cashier',
  routes: [counterRoutes, payOutRoutes, dayRoutes, differenceRoutes],
  tours: cashierTours,
  menu: [
    {
      section: 'fees',
      group: 'payments',
      place: 20,
      label: 'Take payment',
      href: '/payments/new',
      may: ['payments.take'],
      actOf: ['payments.take'],
      icon: 'cash',
      also: 'pay fees receipt counter',
    },
    {
      section: 'fees',
      group: 'payments',
      place: 67,
      label: 'Cashier sessions',
      href: '/cashier-days',
      may: maySeeDays,
      also: 'cashier sessions open close till',
    },
  ],
  demo: async () => (await import('./load.demo.ts')).steps,
  dashlets: cashierDashlets,
  unfinished: [unpostedCashierDays],
  pendingTasks: cashierPendingTasks,
} satisfies Feature;
