import type { Transformer } from '@napi-rs/image';
import { redraw } from '#kernel/uploaded-picture.ts';

/** What an upload may weigh. Our own form sends a twentieth of it; without it, this is a phone's photo. */
export const photoBytes = 12 * 1_048_576;

interface Format {
  width: number;
  height: number;
  bytes: number;
}
/** For cards and prints, and for lists. */
const large: Format = { width: 600, height: 750, bytes: 60 * 1024 };
const small: Format = { width: 160, height: 200, bytes: 8 * 1024 };
/** From a good picture to one that is just a face: a noisy one takes many bytes at any quality. */
const qualities = [84, 74, 64, 54, 44, 34, 24, 14];

export interface PhotoImages {
  large: Buffer;
  small: Buffer;
}

/**
 * A person's photo as two JPEGs, upright and cut to 4:5 from the middle, whatever was uploaded; refuses everything that
 * is no PNG, JPEG or WebP. JPEG because it is also printed. Only pixels survive: where a picture was taken does not.
 */
export const photoImages = (upload: Buffer): Promise<PhotoImages> => redraw(upload, 'photo', () => encode(upload));

async function encode(upload: Buffer): Promise<PhotoImages> {
  // The library is loaded by whom uploads, not by every start.
  const { CompressionType, Transformer } = await import('@napi-rs/image');
  const draw = (content: Buffer) => new Transformer(content);
  const original = draw(upload).rotate();
  const { width, height } = await original.metadata();
  const box = largestInside(width, height);
  const cut = await cutTo(original, { width, height }, box).png({ compressionType: CompressionType.Fast });
  // JPEG knows no transparency: what shines through is white.
  const flat = (picture: Buffer, size: Pick<Format, 'width' | 'height'>) =>
    Transformer.fromRgbaPixels(Buffer.alloc(size.width * size.height * 4, 255), size.width, size.height).overlay(
      picture,
      0,
      0,
    );
  const thumbBox = box.width > small.width ? small : box;
  const thumb =
    thumbBox === box ? cut : await cutTo(draw(cut), box, small).png({ compressionType: CompressionType.Fast });
  return {
    large: await fitting((quality) => flat(cut, box).jpeg(quality), large.bytes),
    small: await fitting((quality) => flat(thumb, thumbBox).jpeg(quality), small.bytes),
  };
}

/** The largest 4:5 that the picture can give, never enlarged. */
function largestInside(width: number, height: number): Pick<Format, 'width' | 'height'> {
  const across = Math.max(1, Math.min(large.width, width, Math.floor((height * 4) / 5)));
  return { width: across, height: Math.max(1, Math.min(height, Math.round((across * 5) / 4))) };
}

/** The library scales before it cuts, in whichever order it is told. */
function cutTo(image: Transformer, from: { width: number; height: number }, to: { width: number; height: number }) {
  const scale = Math.max(to.width / from.width, to.height / from.height);
  const width = Math.max(to.width, Math.round(from.width * scale));
  const height = Math.max(to.height, Math.round(from.height * scale));
  const scaled = width === from.width && height === from.height ? image : image.resize({ width, height, fit: 1 });
  return scaled.crop(Math.floor((width - to.width) / 2), Math.floor((height - to.height) / 2), to.width, to.height);
}

/** In the best quality that weighs no more than that; in the poorest where none does. */
async function fitting(encoded: (quality: number) => Promise<Buffer>, bytes: number): Promise<Buffer> {
  let smallest: Buffer | undefined;
  for (const quality of qualities) {
    smallest = await encoded(quality);
    if (smallest.length <= bytes) break;
  }
  return smallest!;
}
