import type { DemoStep } from '#web/feature.ts';
import { collegeStudents, schoolStudents } from './plans.demo.ts';
import { insertStudents, type DemoStudent } from './students.demo.ts';

declare module '#web/feature.ts' {
  interface DemoInstitution {
    students: DemoStudent[];
  }
}

const plans = { school: schoolStudents, college: collegeStudents };

export const steps: DemoStep[] = [
  {
    place: 50,
    async load(tx, { school, college }) {
      for (const institution of [school, college]) {
        const { key, id: institutionId, facts, batches, sessions } = institution;
        const where = { institutionId, pattern: facts.admissionNumberPattern, batches, sessions };
        institution.students = await insertStudents(tx, where, plans[key]);
      }
    },
  },
];
