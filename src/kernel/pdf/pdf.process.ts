import { deserialize, serialize } from 'node:v8';
import { closeDocument, openDocument, type Layout, type Progress, type Sheet } from './document.ts';

export interface Order {
  layout: string;
  data: Uint8Array;
}
export type Answer = { pdf: Uint8Array } | { failed: Uint8Array };
export type Said = Answer | { progress: Parameters<Progress> };

process.on('message', (order: Order) => void answer(order));
// The server has ended, so nobody is waiting.
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole process group; the server decides when to stop.
process.on('SIGINT', () => {});

async function answer({ layout, data }: Order): Promise<void> {
  try {
    const drawn = (await import(layout)) as { default: Layout<unknown>; sheet?: Sheet };
    const doc = openDocument(drawn.sheet);
    await drawn.default(doc, deserialize(data), (...progress) => tell({ progress }));
    tell({ pdf: await closeDocument(doc) });
  } catch (error) {
    tell({ failed: serialize(error) });
  }
}

/** The parent may be gone. */
const tell = (said: Said) => process.send!(said, undefined, undefined, () => {});
