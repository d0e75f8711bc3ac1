import { chanceFrom } from '#features/records/geography/chance.demo.ts';
import type { DemoStep } from '#web/feature.ts';
import { admitApplicants, insertAdmissions, type DemoBuyer } from './admissions.demo.ts';

declare module '#web/feature.ts' {
  interface DemoInstitution {
    /** Applications that are admitted once their fees are paid. */
    admitted: number[];
    /** Applicants who pay the acceptance fee, in minor units. */
    acceptances: (DemoBuyer & { amount: number })[];
    /** Applicants who began with a pin, the first one first. */
    pinApplicants: DemoBuyer[];
  }
}

/** After fees, so that admitted students are billed like everybody else. */
export const steps: DemoStep[] = [
  {
    place: 105,
    async load(tx, { school, college, files }) {
      await insertAdmissions(tx, school, files, chanceFrom(6211));
      await insertAdmissions(tx, college, files, chanceFrom(6212));
    },
  },
  {
    place: 114,
    async load(tx, { school, college }) {
      await admitApplicants(tx, school);
      await admitApplicants(tx, college);
    },
  },
];
