import { fork } from 'node:child_process';
import { Readable } from 'node:stream';
import type { Files, StoredFile } from '#kernel/files.ts';
import { logoBytes } from '#features/institutions/logo-image.ts';
import { pictureBytes, type EncodedPicture } from '../encode-picture.ts';
import type { Drawn } from './encode-drawings.ts';

export interface DrawnPictures {
  pictures: Map<string, { encoded: EncodedPicture; stored: StoredFile[] }>;
  logos: Map<string, StoredFile>;
  /** For whom they were drawn in vain. */
  discard(): Promise<void>;
}

/** Draws the pictures of the demo group in a process of their own and stores them; all of them, or none. */
export async function drawPictures(files: Files): Promise<DrawnPictures> {
  const kept: StoredFile[] = [];
  const drawn: DrawnPictures = {
    pictures: new Map(),
    logos: new Map(),
    discard: async () => void (await Promise.all(kept.map(({ storedAs }) => files.discard(storedAs)))),
  };
  const child = fork(`${import.meta.dirname}/encode-drawings.ts`, { serialization: 'advanced', execArgv: [] });
  let storing = Promise.resolve();
  child.on('message', (message: Drawn) => {
    storing = storing.then(() => storeOne(message));
    storing.catch(() => child.kill());
  });
  try {
    const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
    await storing;
    if (code !== 0) throw new Error(`The pictures of the demonstration group could not be drawn (${code}).`);
    return drawn;
  } catch (error) {
    await storing.catch(() => {});
    await drawn.discard();
    throw error;
  }

  async function storeOne(message: Drawn) {
    if ('logo' in message) return void drawn.logos.set(message.name, await store(message.logo, logoBytes));
    const stored: StoredFile[] = [];
    for (const { content } of message.picture.sizes) stored.push(await store(content, pictureBytes));
    drawn.pictures.set(message.name, { encoded: message.picture, stored });
  }

  async function store(content: Uint8Array, bytes: number) {
    const file = await files.store(Readable.from([Buffer.from(content)]), { bytes, field: 'picture' });
    kept.push(file);
    return file;
  }
}
