import type { Transformer } from '@napi-rs/image';
import { Refused } from '#kernel/errors.ts';
import { damagedPicture, decodeAlone, sizeOfPicture } from '#kernel/uploaded-picture.ts';

/** What an upload may weigh. */
export const documentBytes = 10 * 1_048_576;
/** As many pixels as a page of paper needs to be read. */
const longestSide = 2400;

export interface DocumentFile {
  content: Buffer;
  mediaType: 'application/pdf' | 'image/jpeg';
}

/**
 * What is kept of an upload: a PDF as it is, a picture made anew as JPEG, so that nothing but its pixels is kept. What a
 * file is, its first bytes say, not its name.
 */
export async function documentFile(upload: Buffer): Promise<DocumentFile> {
  if (upload.subarray(0, 5).toString('latin1') === '%PDF-') {
    if (!upload.subarray(-2048).includes('%%EOF'))
      throw new Refused('file', 'This PDF is not whole. Save or scan it again, then upload it.');
    return { content: upload, mediaType: 'application/pdf' };
  }
  if (!isPicture(upload))
    throw new Refused('file', 'This is no PDF, JPEG, PNG or WebP. Scan or save it as one of these, then upload it.');
  sizeOfPicture(upload, 'file');
  try {
    return { content: await decodeAlone(() => encode(upload)), mediaType: 'image/jpeg' };
  } catch {
    throw damagedPicture('file');
  }
}

const isPicture = (upload: Buffer) =>
  upload.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
  upload.subarray(0, 4).toString('latin1') === '\x89PNG' ||
  (upload.subarray(0, 4).toString('latin1') === 'RIFF' && upload.subarray(8, 12).toString('latin1') === 'WEBP');

async function encode(upload: Buffer): Promise<Buffer> {
  // The library is loaded by whom uploads, not by every start.
  const { CompressionType, ResizeFit, Transformer } = await import('@napi-rs/image');
  const original: Transformer = new Transformer(upload).rotate();
  const { width, height } = await original.metadata();
  if (Math.max(width, height) > longestSide)
    original.resize({ width: longestSide, height: longestSide, fit: ResizeFit.Inside });
  const page = await original.png({ compressionType: CompressionType.Fast });
  const size = await new Transformer(page).metadata();
  // JPEG knows no transparency: what shines through is white, as on paper.
  const white = Buffer.alloc(size.width * size.height * 4, 255);
  return Transformer.fromRgbaPixels(white, size.width, size.height).overlay(page, 0, 0).jpeg(80);
}
