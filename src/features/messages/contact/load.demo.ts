import type { DemoStep } from '#web/feature.ts';
import { insertReplies } from './incoming/replies.demo.ts';

/** After the messages that they answer. */
export const steps: DemoStep[] = [
  {
    place: 126,
    async load(tx, { school, college }) {
      for (const { id } of [school, college]) await insertReplies(tx, id);
    },
  },
];
