import type { DemoStep } from '#web/feature.ts';
import { collegeCustomFields, insertCustomFields, schoolCustomFields } from './custom-fields.demo.ts';

const plans = { school: schoolCustomFields, college: collegeCustomFields };

export const steps: DemoStep[] = [
  {
    place: 60,
    async load(tx, { school, college }) {
      for (const { key, id, students } of [school, college])
        await insertCustomFields(
          tx,
          id,
          plans[key],
          students.map((student) => student.id),
        );
    },
  },
];
