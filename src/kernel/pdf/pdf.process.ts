import { deserialize, serialize } from 'node:v8';
import { closeDocument, openDocument, type Layout, type Sheet } from './document.ts';

export interface Order {
  layout: string;
  data: Uint8Array;
}
export type Answer = { pdf: Uint8Array } | { failed: Uint8Array };

process.on('message', (order: Order) => void answer(order));
// The server is gone: nobody waits any more.
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole group; the server says when this is over.
process.on('SIGINT', () => {});

async function answer({ layout, data }: Order): Promise<void> {
  try {
    const drawn = (await import(layout)) as { default: Layout<unknown>; sheet?: Sheet };
    const doc = openDocument(drawn.sheet);
    await drawn.default(doc, deserialize(data));
    tell({ pdf: await closeDocument(doc) });
  } catch (error) {
    tell({ failed: serialize(error) });
  }
}

/** Whoever is gone is told nothing. */
const tell = (said: Answer) => process.send!(said, undefined, undefined, () => {});
