import type { Feature } from '#web/feature.ts';
import { maySeeDays } from './cashier.access.ts';
import { cashierDashlets } from './cashier.dashlets.ts';
import { cashierTours } from './cashier.tour.ts';
import { unpostedCashierDays } from './cashier.unfinished.ts';
import { cashierWaiting } from './cashier.waiting.ts';
import { dayRoutes } from './days/days.routes.ts';
import { differenceRoutes } from './differences/differences.routes.ts';
import { payOutRoutes } from './pay-out/pay-out.routes.ts';
import { counterRoutes } from './take-payment/counter.routes.ts';

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
      label: 'Cashier days',
      href: '/cashier-days',
      may: maySeeDays,
      also: 'cashier sessions till open close',
    },
  ],
  demo: async () => (await import('./load.demo.ts')).steps,
  dashlets: cashierDashlets,
  unfinished: [unpostedCashierDays],
  waiting: cashierWaiting,
} satisfies Feature;
