import type { DemoStep } from '#web/feature.ts';
import { insertOrders } from './orders.demo.ts';

/** After the applications that they are for, and after the payments of fees. */
export const steps: DemoStep[] = [
  {
    place: 112,
    async load(tx, { school, college, secret }) {
      await insertOrders(tx, secret, school);
      await insertOrders(tx, secret, college);
    },
  },
];
