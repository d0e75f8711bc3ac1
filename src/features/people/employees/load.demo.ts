import type { DemoStep } from '#web/feature.ts';
import { collegeStaff, insertEmployees, schoolStaff, type DemoEmployee } from './employees.demo.ts';

declare module '#web/feature.ts' {
  interface DemoInstitution {
    staff: DemoEmployee[];
  }
}

export const steps: DemoStep[] = [
  {
    place: 30,
    async load(tx, { school, college }) {
      school.staff = await insertEmployees(tx, school.id, schoolStaff);
      college.staff = await insertEmployees(tx, college.id, collegeStaff);
    },
  },
];
