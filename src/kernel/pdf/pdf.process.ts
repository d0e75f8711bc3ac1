import { deserialize, serialize } from 'node:v8';
import {
  closeDocument,
  openDocument,
  type Doc,
  type Layout,
  type Progress,
  type Sheet,
  type StreamedLayout,
} from './document.ts';

export interface Order {
  layout: string;
  data: Uint8Array;
}
/** A batch of rows as JSON, the answer to `wantsRows`; null after the last. */
export interface Batch {
  rows: string | null;
}
export type Answer = { pdf: Uint8Array } | { failed: Uint8Array };
/** A streamed layout asks for rows and hands over each part of the file. */
export type Message = Answer | { progress: Parameters<Progress> } | { wantsRows: true } | { part: Uint8Array };

let heard: ((batch: Batch) => void) | undefined;

process.on('message', (message: Order | Batch) => {
  if ('layout' in message) void answer(message);
  else heard!(message);
});
// The server has ended, so nobody is waiting.
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole process group; the server decides when to stop.
process.on('SIGINT', () => {});

async function answer({ layout, data }: Order): Promise<void> {
  try {
    const drawn = (await import(layout)) as {
      default: Layout<unknown> | StreamedLayout<unknown, unknown>;
      sheet?: Sheet;
    };
    const doc = openDocument(drawn.sheet);
    if (drawn.sheet?.isStreamed) {
      tell({ pdf: await inParts(doc, drawn.default as StreamedLayout<unknown, unknown>, deserialize(data)) });
    } else {
      await (drawn.default as Layout<unknown>)(doc, deserialize(data), (...progress) => tell({ progress }));
      tell({ pdf: await closeDocument(doc) });
    }
  } catch (error) {
    tell({ failed: serialize(error) });
  }
}

/** Parts are collected until they are so long. */
const partLength = 256 * 1024;

/** Draws row by row; returns the end of the file. */
async function inParts(doc: Doc, draw: StreamedLayout<unknown, unknown>, data: unknown): Promise<Uint8Array> {
  let part: Buffer[] = [];
  let length = 0;
  doc.on('data', (chunk: Buffer) => {
    part.push(chunk);
    length += chunk.length;
    if (length < partLength) return;
    tell({ part: Buffer.concat(part) });
    part = [];
    length = 0;
  });
  await draw(doc, data, batches());
  const ended = new Promise((resolve) => {
    doc.once('end', resolve);
  });
  doc.end();
  await ended;
  return Buffer.concat(part);
}

async function* batches(): AsyncGenerator<unknown[]> {
  for (;;) {
    const next = new Promise<Batch>((resolve) => {
      heard = resolve;
    });
    tell({ wantsRows: true });
    const { rows } = await next;
    if (rows === null) return;
    yield JSON.parse(rows) as unknown[];
  }
}

/** The parent may be gone. */
const tell = (said: Message) => process.send!(said, undefined, undefined, () => {});
