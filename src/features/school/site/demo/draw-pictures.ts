import { CompressionType, Transformer } from '@napi-rs/image';
import { fork } from 'node:child_process';
import { Readable } from 'node:stream';
import type { Files, StoredFile } from '#kernel/files.ts';
import { Uncertain } from '#kernel/errors.ts';
import { logoBytes } from '#features/school/institutions/logo-limit.ts';
import { pictureBytes, encode, type EncodedPicture } from '../pictures/encode-picture.ts';
import { logoImage } from '#features/school/institutions/logo-image.ts';
import { drawings, logos, type Drawing } from './pictures.ts';

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
  const child = fork(program, names, { serialization: 'advanced', execArgv: [] });
  let storing = Promise.resolve();
  child.on('message', (message: Drawn) => {
    storing = storing.then(() => storeOne(message));
    storing.catch(() => child.kill());
  });
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
  await storing;
  if (code !== 0) throw new Error(`The pictures of the demonstration group could not be drawn (${code}).`);
  return drawn;

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

/** Child process: draws and encodes the demo pictures (those in its arguments, or all) and sends them to the parent. Its memory is freed when it ends. */

/** The message sent for each drawing. */
type Drawn = { name: string; picture: EncodedPicture } | { name: string; logo: Buffer };

// Flat colours stay clean in a quick, small encoding.
const flat = { quality: 52, speed: 9, webpUpTo: 960 };
const portraitWidth = 320;

// As many workers as a small server has processors.
const wanted = process.argv.slice(2);
const waiting = [...Object.entries(logos), ...Object.entries(drawings)].filter(
  ([name]) => wanted.length === 0 || wanted.includes(name),
);
await Promise.all([hand(), hand()]);
process.disconnect();

async function hand() {
  for (let next = waiting.shift(); next; next = waiting.shift()) await send(await draw(...next));
}

async function draw(name: string, drawing: Drawing): Promise<Drawn> {
  const svg = drawing();
  const image = Transformer.fromSvg(svg);
  if (name in logos) return { name, logo: await logoImage(await image.png()) };
  if (!svg.includes('width="1600"')) image.resize({ width: portraitWidth, height: portraitWidth });
  return { name, picture: await encode(await image.png({ compressionType: CompressionType.Fast }), flat) };
}

function send(drawn: Drawn) {
  return new Promise<void>((done, fail) =>
    process.send!(drawn, undefined, undefined, (error) => (error ? fail(error) : done())),
  );
}
