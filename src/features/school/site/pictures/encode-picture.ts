import type { Transformer } from '@napi-rs/image';
import { redraw } from '#kernel/uploaded-picture.ts';
import type { pictureFormats } from '../site.schema.ts';

export interface EncodedPicture {
  /** The dimensions after applying the camera's rotation. */
  width: number;
  height: number;
  sizes: PictureSize[];
}
interface PictureSize {
  width: number;
  format: (typeof pictureFormats)[number];
  content: Buffer;
}

/** What an upload may weigh: a phone's photo. */
export const pictureBytes = 12 * 1_048_576;
const pictureWidths = [480, 960, 1600];
const previewWidth = 1200;
/** Encoding effort, and the maximum width that is also encoded as WebP for browsers without AVIF. */
interface Effort {
  quality: number;
  speed: number;
  webpUpTo: number;
}
/** Takes under two seconds for 12 megapixels on one core. */
const photo: Effort = { quality: 60, speed: 6, webpUpTo: Infinity };

/**
 * A PNG, JPEG or WebP as the public pages serve it: each width as AVIF and WebP, never enlarged, and one JPEG for the
 * previews of social networks. Metadata such as the camera and location is removed. */
export const encodePicture = (upload: Buffer, field = 'picture'): Promise<EncodedPicture> =>
  redraw(upload, field, () => encode(upload));

/** The encoding itself, for programs that manage their own memory. */
export async function encode(upload: Buffer, effort = photo): Promise<EncodedPicture> {
  const { quality, speed, webpUpTo } = effort;
  // The library is loaded on the first upload, not at startup.
  const { ChromaSubsampling, CompressionType, Transformer } = await import('@napi-rs/image');
  const draw = (content: Buffer) => new Transformer(content);
  const original = draw(upload).rotate();
  const { width, height } = await original.metadata();
  const widest = Math.min(width, pictureWidths.at(-1)!);
  const big = await to(original, width, widest).png({ compressionType: CompressionType.Fast });
  const sizes: PictureSize[] = [];
  for (const at of [...pictureWidths.filter((width) => width < widest), widest]) {
    const scaled = () => to(draw(big), widest, at);
    const avif = { quality, speed, threads: 1, chromaSubsampling: ChromaSubsampling.Yuv420 };
    sizes.push({ width: at, format: 'avif', content: await scaled().avif(avif) });
    if (at <= webpUpTo) sizes.push({ width: at, format: 'webp', content: await scaled().webp(78) });
  }
  const preview = Math.min(widest, previewWidth);
  const scaled = await to(draw(big), widest, preview).png({ compressionType: CompressionType.Fast });
  const { height: previewHeight } = await draw(scaled).metadata();
  // JPEG has no transparency, so the background is white.
  const white = Transformer.fromRgbaPixels(Buffer.alloc(preview * previewHeight * 4, 255), preview, previewHeight);
  sizes.push({ width: preview, format: 'jpeg', content: await white.overlay(scaled, 0, 0).jpeg(82) });
  return { width, height, sizes };
}

const to = (image: Transformer, from: number, width: number) => (width < from ? image.resize({ width }) : image);
