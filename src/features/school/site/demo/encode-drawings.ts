/** Child process: draws and encodes the demo pictures (those in its arguments, or all) and sends them to the parent. Its memory is freed when it ends. */
import { CompressionType, Transformer } from '@napi-rs/image';
import { logoImage } from '#features/school/institutions/institution-page.queries.ts';
import { encode, type EncodedPicture } from '../pictures/encode-picture.ts';
import { drawings, logos, type Drawing } from './pictures.ts';

/** The message sent for each drawing. */
export type EncodedDrawing = { name: string; picture: EncodedPicture } | { name: string; logo: Buffer };

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
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    await send(await draw(...next));
    // JavaScript does not see the decoded pictures that it holds: 400 MB of them would wait to be collected.
    globalThis.gc?.();
  }
}

async function draw(name: string, drawing: Drawing): Promise<EncodedDrawing> {
  const svg = drawing();
  const image = Transformer.fromSvg(svg);
  if (name in logos) return { name, logo: await logoImage(await image.png()) };
  if (!svg.includes('width="1600"')) image.resize({ width: portraitWidth, height: portraitWidth });
  return { name, picture: await encode(await image.png({ compressionType: CompressionType.Fast }), flat) };
}

function send(drawn: EncodedDrawing) {
  return new Promise<void>((done, fail) =>
    process.send!(drawn, undefined, undefined, (error) => (error ? fail(error) : done())),
  );
}
