import { redraw } from '#kernel/uploaded-picture.ts';

const side = 256;

/** Converts an uploaded PNG, JPEG or WebP to WebP of at most 256 × 256 px; refuses other files. */
export async function logoImage(upload: Buffer): Promise<Buffer> {
  // Loaded on the first upload, not at startup.
  const { ResizeFit, Transformer } = await import('@napi-rs/image');
  return redraw(upload, 'logo', (size) => {
    const image = new Transformer(upload).rotate();
    if (Math.max(...size) > side) image.resize({ width: side, height: side, fit: ResizeFit.Inside });
    return image.webp(90);
  });
}
