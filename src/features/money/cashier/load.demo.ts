import { chanceFrom } from '#features/records/geography/chance.demo.ts';
import type { DemoStep } from '#web/feature.ts';
import { insertPayments } from './cashier.demo.ts';

export const steps: DemoStep[] = [
  {
    place: 110,
    async load(tx, { school, college }) {
      await insertPayments(tx, school, chanceFrom(5211));
      await insertPayments(tx, college, chanceFrom(5212));
    },
  },
];
