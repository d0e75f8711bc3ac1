import type { DemoStep } from '#web/feature.ts';
import { insertNotes } from './notes.demo.ts';

/** After marks, before results are published. */
export const steps: DemoStep[] = [
  {
    place: 116.5,
    async load(tx, { school, college }) {
      await insertNotes(tx, school.id);
      await insertNotes(tx, college.id);
    },
  },
];
