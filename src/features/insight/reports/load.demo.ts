import type { DemoStep } from '#web/feature.ts';
import { insertGraphs } from './graphs/graphs.demo.ts';
import { insertReports } from './saved/saved-reports.demo.ts';

/** Once there are accounts to own them. */
export const steps: DemoStep[] = [
  {
    place: 128,
    async load(tx, { school, college, product }) {
      await insertReports(tx, school.id, product.reports, school.sessions.at(-1)!);
      await insertGraphs(tx, school.id);
      await insertGraphs(tx, college.id);
    },
  },
];
