import type { DemoStep } from '#web/feature.ts';
import { insertMessages } from './history/messages.demo.ts';
import { insertLetters } from './letters/letters.demo.ts';
import { insertNotices } from './editing/notices.demo.ts';

/** Once families exist, after results and payments. */
export const steps: DemoStep[] = [
  {
    place: 125,
    async load(tx, { school, college }) {
      for (const { id } of [school, college]) {
        await insertMessages(tx, id);
        await insertNotices(tx, id);
        await insertLetters(tx, id);
      }
    },
  },
];
