import { systemActor } from '#kernel/actor.ts';
import type { DemoStep } from '#web/feature.ts';
import { addUsualRemarks } from './bank/remarks.ts';
import { insertNotes } from './notes.demo.ts';

const ofBoth: DemoStep['load'] = async (tx, { school, college }) => {
  for (const { id } of [school, college]) await insertNotes(tx, id);
};

/** Each time after marks, before results are published. */
export const steps: DemoStep[] = [
  {
    place: 115.5,
    async load(tx, { school, college }) {
      for (const { id } of [school, college]) await addUsualRemarks(tx, systemActor(id, 'Demonstration'), id);
    },
  },
  { place: 116.5, isHistory: true, load: ofBoth },
  { place: 118.5, load: ofBoth },
];
