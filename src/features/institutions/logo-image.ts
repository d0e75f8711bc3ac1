import { ResizeFit, Transformer } from '@napi-rs/image';
import { damagedPicture, sizeOfPicture } from '#kernel/uploaded-picture.ts';

const side = 256;

/** A picture as WebP of at most 256 px a side, whatever was uploaded; refuses everything that is no PNG, JPEG or WebP. */
export async function logoImage(upload: Buffer): Promise<Buffer> {
  const size = sizeOfPicture(upload, 'logo');
  try {
    const image = new Transformer(upload).rotate();
    if (Math.max(...size) > side) image.resize({ width: side, height: side, fit: ResizeFit.Inside });
    return await image.webp(90);
  } catch {
    throw damagedPicture('logo');
  }
}
