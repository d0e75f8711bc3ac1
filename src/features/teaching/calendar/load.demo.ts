import type { DemoStep } from '#web/feature.ts';
import { insertCalendar } from './calendar.demo.ts';

/** Once there are sessions and classes. */
export const steps: DemoStep[] = [
  {
    place: 55,
    async load(tx, { school, college }) {
      await insertCalendar(tx, school);
      await insertCalendar(tx, college);
    },
  },
];
