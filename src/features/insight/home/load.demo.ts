import type { DemoStep } from '#web/feature.ts';
import { insertHomes } from './homes.demo.ts';

/** Once there is something to show. */
export const steps: DemoStep[] = [
  {
    place: 130,
    async load(tx, { school, college, product }) {
      await insertHomes(tx, school.id, product);
      await insertHomes(tx, college.id, product);
    },
  },
];
