import type { DemoStep } from '#web/feature.ts';
import { demoCollege, demoSchool, insertDemoInstitution, type DemoFacts } from './institutions.demo.ts';

declare module '#web/feature.ts' {
  interface DemoInstitution {
    id: number;
    name: string;
    facts: DemoFacts;
  }
}

export const steps: DemoStep[] = [
  {
    place: 10,
    async load(tx, { school, college, product }) {
      for (const [institution, facts] of [
        [school, demoSchool],
        [college, demoCollege],
      ] as const)
        Object.assign(institution, { facts, name: facts.name, id: await insertDemoInstitution(tx, facts, product) });
    },
  },
];
