import type { DemoStep } from '#web/feature.ts';
import { insertRegisters } from './demo/registers.demo.ts';

/** Once everybody is in a batch: the school takes registers in the morning and in the afternoon, the college once a day. */
export const steps: DemoStep[] = [
  {
    place: 115.2,
    async load(tx, { school, college }) {
      await insertRegisters(tx, school.id, 'twice');
      await insertRegisters(tx, college.id, 'once');
    },
  },
];
