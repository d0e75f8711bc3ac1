import type { Transformer } from '@napi-rs/image';
import { redraw } from '#kernel/uploaded-picture.ts';

/** The largest upload: a phone's photo. The form sends a resized one, a twentieth of that. */
export const photoBytes = 12 * 1_048_576;

interface Format {
  width: number;
  height: number;
  bytes: number;
}
/** The sizes for cards and prints, and for lists. */
const large: Format = { width: 600, height: 750, bytes: 60 * 1024 };
const small: Format = { width: 160, height: 200, bytes: 8 * 1024 };
/** JPEG qualities to try, best first: a noisy picture is large at any quality. */
const qualities = [84, 74, 64, 54, 44, 34, 24, 14];

export interface PhotoImages {
  large: Buffer;
  small: Buffer;
}

/**
 * Converts an upload to two JPEGs, upright and cropped to 4:5 from the middle. Refuses everything but PNG, JPEG and WebP.
 * JPEG because photos are also printed. Metadata, such as the location, is removed.
 */
export const photoImages = (upload: Buffer): Promise<PhotoImages> => redraw(upload, 'photo', () => encode(upload));

async function encode(upload: Buffer): Promise<PhotoImages> {
  // The library is loaded on the first upload, not at every start.
  const { CompressionType, Transformer } = await import('@napi-rs/image');
  const draw = (content: Buffer) => new Transformer(content);
  const original = draw(upload).rotate();
  const { width, height } = await original.metadata();
  const box = largestInside(width, height);
  const cut = await cutTo(original, { width, height }, box).png({ compressionType: CompressionType.Fast });
  // JPEG has no transparency, so transparent areas become white.
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

/** The largest 4:5 area of the picture, never enlarged. */
function largestInside(width: number, height: number): Pick<Format, 'width' | 'height'> {
  const across = Math.max(1, Math.min(large.width, width, Math.floor((height * 4) / 5)));
  return { width: across, height: Math.max(1, Math.min(height, Math.round((across * 5) / 4))) };
}

/** The library always scales before it crops. */
function cutTo(image: Transformer, from: { width: number; height: number }, to: { width: number; height: number }) {
  const scale = Math.max(to.width / from.width, to.height / from.height);
  const width = Math.max(to.width, Math.round(from.width * scale));
  const height = Math.max(to.height, Math.round(from.height * scale));
  const scaled = width === from.width && height === from.height ? image : image.resize({ width, height, fit: 1 });
  return scaled.crop(Math.floor((width - to.width) / 2), Math.floor((height - to.height) / 2), to.width, to.height);
}

/** Encodes in the best quality within the size limit, or else in the lowest. */
async function fitting(encoded: (quality: number) => Promise<Buffer>, bytes: number): Promise<Buffer> {
  let smallest: Buffer | undefined;
  for (const quality of qualities) {
    smallest = await encoded(quality);
    if (smallest.length <= bytes) break;
  }
  return smallest!;
}
