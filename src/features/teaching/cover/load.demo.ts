import type { DemoStep } from '#web/feature.ts';
import { insertCovers } from './cover.demo.ts';

/** Once the timetable is valid and employees have been away. */
export const steps: DemoStep[] = [
  {
    place: 73,
    async load(tx, { school, college }) {
      for (const { id } of [school, college]) await insertCovers(tx, id);
    },
  },
];
