import { readFileSync } from 'node:fs';
import type { Transformer } from '@napi-rs/image';
import { placeOf } from '../file-place.ts';
import type { Doc } from './document.ts';

/** A picture that several pages of a file share. pdfkit draws an opened one like a file, but its types do not say so. */
export const openPicture = (doc: Doc, picture: Buffer): Buffer =>
  (doc as unknown as { openImage(file: Buffer): Buffer }).openImage(picture);

/** Draws a picture so that it fills the box, cropped evenly. */
export function drawFilling(doc: Doc, picture: Buffer, x: number, y: number, width: number, height: number): void {
  doc.save().rect(x, y, width, height).clip();
  doc.image(picture, x, y, { cover: [width, height], align: 'center', valign: 'center' });
  doc.restore();
}

/** A thumbnail by the name that it is stored under; null without one, or if it is damaged. */
export function storedThumbnail(doc: Doc, folder: string, storedAs: unknown): Buffer | null {
  if (typeof storedAs !== 'string') return null;
  try {
    return openPicture(doc, readFileSync(placeOf(folder, storedAs)));
  } catch {
    return null;
  }
}

/** A stored picture (WebP, PNG or JPEG) as a JPEG for the PDF, no larger than printed; null if it is none. */
export async function pictureFor(
  stored: Uint8Array | null,
  { side, quality = 85 }: { side: number; quality?: number },
) {
  if (!stored) return null;
  const { ResizeFit, Transformer } = await import('@napi-rs/image');
  try {
    const image = new Transformer(Buffer.from(stored));
    const { width, height } = await image.metadata();
    if (Math.max(width, height) > side) image.resize({ width: side, height: side, fit: ResizeFit.Inside });
    // A JPEG, as photos are stored, has no transparency.
    return stored[0] === 0xff ? await image.jpeg(quality) : await onWhite(image, quality);
  } catch {
    // A damaged picture does not fail the document.
    return null;
  }
}

/** JPEG has no transparency, so transparent areas become white. */
async function onWhite(image: Transformer, quality: number): Promise<Buffer> {
  const { Transformer } = await import('@napi-rs/image');
  const drawn = await image.png();
  const { width, height } = await new Transformer(drawn).metadata();
  const white = Transformer.fromRgbaPixels(Buffer.alloc(width * height * 4, 255), width, height);
  return white.overlay(drawn, 0, 0).jpeg(quality);
}
