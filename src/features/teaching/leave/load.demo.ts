import type { DemoStep } from '#web/feature.ts';
import { insertLeave } from './leave.demo.ts';

/** Once employees have accounts. */
export const steps: DemoStep[] = [
  {
    place: 72,
    async load(tx, { school, college }) {
      for (const { id } of [school, college]) await insertLeave(tx, id);
    },
  },
];
