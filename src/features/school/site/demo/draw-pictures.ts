import { fork } from 'node:child_process';
import { Readable } from 'node:stream';
import type { Files, StoredFile } from '#kernel/files.ts';
import { Uncertain } from '#kernel/errors.ts';
import { logoBytes } from '#features/school/institutions/logo-limit.ts';
import { pictureBytes, type EncodedPicture } from '../pictures/encode-picture.ts';
import type { EncodedDrawing } from './encode-drawings.ts';

const program = `${import.meta.dirname}/encode-drawings.ts`;

export interface DrawnPictures {
  pictures: Map<string, { encoded: EncodedPicture; stored: StoredFile[] }>;
  logos: Map<string, StoredFile>;
}

/** Draws the demo pictures (the named ones, or all) in a separate process, stores them and passes them on; deletes the files if that fails. */
export async function withPictures<T>(files: Files, work: (drawn: DrawnPictures) => Promise<T>, names: string[] = []) {
  const kept: StoredFile[] = [];
  try {
    return await work(await drawPictures(files, kept, names));
  } catch (error) {
    // The work may have been committed: orphaned files are better than missing ones.
    if (!(error instanceof Uncertain)) await Promise.all(kept.map(({ storedAs }) => files.discard(storedAs)));
    throw error;
  }
}

async function drawPictures(files: Files, kept: StoredFile[], names: string[]): Promise<DrawnPictures> {
  const drawn: DrawnPictures = { pictures: new Map(), logos: new Map() };
  const child = fork(program, names, { serialization: 'advanced', execArgv: [...process.execArgv, '--expose-gc'] });
  let storing = Promise.resolve();
  child.on('message', (message: EncodedDrawing) => {
    storing = storing.then(() => storeOne(message));
    storing.catch(() => child.kill());
  });
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
  await storing;
  if (code !== 0) throw new Error(`The pictures of the demonstration group could not be drawn (${code}).`);
  return drawn;

  async function storeOne(message: EncodedDrawing) {
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
