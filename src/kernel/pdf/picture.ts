import type { Transformer } from '@napi-rs/image';
import type { Doc } from './document.ts';

/** Draws a picture so that it fills the box; what stands over is cut off evenly. */
export function drawFilling(doc: Doc, picture: Buffer, x: number, y: number, width: number, height: number): void {
  doc.save().rect(x, y, width, height).clip();
  doc.image(picture, x, y, { cover: [width, height], align: 'center', valign: 'center' });
  doc.restore();
}

/** A stored picture (WebP, PNG or JPEG) as the JPEG that a PDF holds, no larger than it is printed; null if it is none. */
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
    return await onWhite(image, quality);
  } catch {
    // A damaged picture spoils no sheet.
    return null;
  }
}

/** JPEG knows no transparency: what shines through is white. */
async function onWhite(image: Transformer, quality: number): Promise<Buffer> {
  const { Transformer } = await import('@napi-rs/image');
  const drawn = await image.png();
  const { width, height } = await new Transformer(drawn).metadata();
  const white = Transformer.fromRgbaPixels(Buffer.alloc(width * height * 4, 255), width, height);
  return white.overlay(drawn, 0, 0).jpeg(quality);
}
