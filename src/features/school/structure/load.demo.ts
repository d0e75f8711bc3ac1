import type { DemoStep } from '#web/feature.ts';
import { collegePlan } from './college.demo.ts';
import { schoolPlan } from './school.demo.ts';
import { insertStructure, insertTeaching, type DemoBatch } from './structure.demo.ts';

declare module '#web/feature.ts' {
  interface DemoInstitution {
    batches: DemoBatch[];
    sessions: typeof schoolPlan.sessions;
  }
}

const plans = { school: schoolPlan, college: collegePlan };

export const steps: DemoStep[] = [
  {
    place: 20,
    async load(tx, { school, college }) {
      for (const institution of [school, college]) {
        const plan = plans[institution.key];
        const { batches } = await insertStructure(tx, institution.id, plan);
        Object.assign(institution, { batches, sessions: plan.sessions });
      }
    },
  },
  {
    // Once there are teachers.
    place: 40,
    async load(tx, { school, college }) {
      for (const { key, id, batches, staff } of [school, college])
        await insertTeaching(
          tx,
          id,
          plans[key],
          batches,
          staff.filter(({ role }) => role === 'teacher'),
        );
    },
  },
];
