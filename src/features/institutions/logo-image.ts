import { redraw } from '#kernel/uploaded-picture.ts';

const side = 256;

/** A picture as WebP of at most 256 px a side, whatever was uploaded; refuses everything that is no PNG, JPEG or WebP. */
export async function logoImage(upload: Buffer): Promise<Buffer> {
  // The library is loaded by whom uploads, not by every start.
  const { ResizeFit, Transformer } = await import('@napi-rs/image');
  return redraw(upload, 'logo', (size) => {
    const image = new Transformer(upload).rotate();
    if (Math.max(...size) > side) image.resize({ width: side, height: side, fit: ResizeFit.Inside });
    return image.webp(90);
  });
}
