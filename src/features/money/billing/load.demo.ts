import { chanceFrom } from '#features/records/geography/chance.demo.ts';
import type { DemoStep } from '#web/feature.ts';
import { collegeFees, schoolFees } from './fee-plans.demo.ts';
import { insertFees } from './fees.demo.ts';

/** Once there are families, whose children get a discount. */
export const steps: DemoStep[] = [
  {
    place: 100,
    async load(tx, { school, college }) {
      await insertFees(tx, school, schoolFees, chanceFrom(4211));
      await insertFees(tx, college, collegeFees, chanceFrom(4212));
    },
  },
];
