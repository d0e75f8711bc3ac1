import { deserialize, serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { closeDocument, openDocument, type Layout, type Sheet } from './document.ts';

export interface Order {
  layout: string;
  data: Buffer;
}
export type Answer = { pdf: Uint8Array } | { failed: Buffer };

parentPort!.on('message', (order: { layout: string; data: Uint8Array }) => void answer(order));

async function answer({ layout, data }: { layout: string; data: Uint8Array }): Promise<void> {
  try {
    const drawn = (await import(layout)) as { default: Layout<unknown>; sheet?: Sheet };
    const doc = openDocument(drawn.sheet);
    await drawn.default(doc, deserialize(data));
    const pdf = await closeDocument(doc);
    parentPort!.postMessage({ pdf } satisfies Answer);
  } catch (error) {
    parentPort!.postMessage({ failed: serialize(error) } satisfies Answer);
  }
}
