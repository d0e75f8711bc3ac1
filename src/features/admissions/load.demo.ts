import { chanceFrom } from '#features/geography/chance.demo.ts';
import type { DemoStep } from '#web/feature.ts';
import { insertAdmissions } from './admissions.demo.ts';

/** After fees, so that admitted students are billed like everybody else. */
export const steps: DemoStep[] = [
  {
    place: 105,
    async load(tx, { school, college, files }) {
      await insertAdmissions(tx, school, files, chanceFrom(6211));
      await insertAdmissions(tx, college, files, chanceFrom(6212));
    },
  },
];
