import type { DemoStep } from '#web/feature.ts';
import { collegeOwnFields, insertOwnFields, schoolOwnFields } from './custom-fields.demo.ts';

const plans = { school: schoolOwnFields, college: collegeOwnFields };

export const steps: DemoStep[] = [
  {
    place: 60,
    async load(tx, { school, college }) {
      for (const { key, id, students } of [school, college])
        await insertOwnFields(
          tx,
          id,
          plans[key],
          students.map((student) => student.id),
        );
    },
  },
];
