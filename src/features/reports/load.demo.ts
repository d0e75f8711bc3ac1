import type { DemoStep } from '#web/feature.ts';
import { insertReports } from './saved/saved-reports.demo.ts';

/** Once there are accounts to own them. */
export const steps: DemoStep[] = [
  {
    place: 128,
    load: (tx, { school, product }) => insertReports(tx, school.id, product.reports, school.sessions.at(-1)!),
  },
];
