import type { Transformer } from '@napi-rs/image';
import { ValidationError } from '#kernel/errors.ts';
import { redraw, type FileKind } from '#kernel/uploaded-picture.ts';

/** The largest upload. */
export const documentBytes = 10 * 1_048_576;
/** Enough pixels to read a scanned page. */
const longestSide = 2400;

export interface DocumentFile {
  content: Buffer;
  mediaType: 'application/pdf' | 'image/jpeg';
}

/** The stored form of an upload: a PDF unchanged, a picture as a new JPEG without metadata. */
export async function documentFile({ content, kind }: { content: Buffer; kind: FileKind }): Promise<DocumentFile> {
  if (kind !== 'pdf') return { content: await redraw(content, 'file', () => encode(content)), mediaType: 'image/jpeg' };
  if (!content.subarray(-2048).includes('%%EOF'))
    throw new ValidationError('file', 'This PDF is incomplete. Save or scan it again, then upload it.');
  return { content, mediaType: 'application/pdf' };
}

async function encode(upload: Buffer): Promise<Buffer> {
  // The library is loaded on the first upload, not at every start.
  const { CompressionType, ResizeFit, Transformer } = await import('@napi-rs/image');
  const original: Transformer = new Transformer(upload).rotate();
  const { width, height } = await original.metadata();
  if (Math.max(width, height) > longestSide)
    original.resize({ width: longestSide, height: longestSide, fit: ResizeFit.Inside });
  const page = await original.png({ compressionType: CompressionType.Fast });
  const size = await new Transformer(page).metadata();
  // JPEG has no transparency, so transparent areas become white.
  const white = Buffer.alloc(size.width * size.height * 4, 255);
  return Transformer.fromRgbaPixels(white, size.width, size.height).overlay(page, 0, 0).jpeg(80);
}
