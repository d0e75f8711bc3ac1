import type { FastifyRequest } from 'fastify';
import { clipped } from '#kernel/clipped.ts';
import { customFileBytes } from '#kernel/custom-field.ts';
import { Refused } from '#kernel/errors.ts';
import { damagedPicture, decodeAlone, sizeOfPicture } from '#kernel/uploaded-picture.ts';

export interface ReadUpload {
  name: string;
  mediaType: string;
  content: Buffer;
}

const longestSide = 2400;
const kinds = 'This is no PDF and no PNG, JPEG or WebP picture. Save it as one of these, then choose it again.';

interface Received {
  fileName: string;
  content: Buffer;
}

/** The one file of an upload, when it is here whole. */
export async function receiveUpload(request: FastifyRequest): Promise<Received> {
  const upload = request.isMultipart() ? await request.file({ limits: { fileSize: customFileBytes } }) : undefined;
  if (upload?.fieldname !== 'file') throw new Refused('file', 'Choose a file.');
  const content = await upload.toBuffer().catch((error: { code?: string }) => {
    if (error.code !== 'FST_REQ_FILE_TOO_LARGE') throw error;
    throw new Refused('file', 'The file is larger than 8 MB. Make it smaller, then choose it again.');
  });
  if (content.length === 0) throw new Refused('file', 'This file is empty. Choose another.');
  return { fileName: upload.filename, content };
}

/** A PDF as it is, a picture drawn anew, so that only its pixels survive. */
export async function readUpload({ fileName, content }: Received): Promise<ReadUpload> {
  const stem = stemOf(fileName);
  // Programs that read PDF allow some bytes before the mark; here it stands where it belongs.
  if (content.subarray(0, 5).toString('latin1') === '%PDF-')
    return { name: `${stem}.pdf`, mediaType: 'application/pdf', content };
  return drawn(stem, content);
}

async function drawn(stem: string, content: Buffer): Promise<ReadUpload> {
  const kind = content[0] === 0x89 ? 'png' : content[0] === 0xff ? 'jpeg' : content[0] === 0x52 ? 'webp' : null;
  if (!kind) throw new Refused('file', kinds);
  const size = sizeOfPicture(content, 'file');
  // The library is loaded by whom uploads, not by every start.
  const { ResizeFit, Transformer } = await import('@napi-rs/image');
  try {
    const made = await decodeAlone(async () => {
      const image = new Transformer(content).rotate();
      if (Math.max(...size) > longestSide)
        image.resize({ width: longestSide, height: longestSide, fit: ResizeFit.Inside });
      return kind === 'png' ? image.png() : kind === 'jpeg' ? image.jpeg(85) : image.webp(85);
    });
    return { name: `${stem}.${kind === 'jpeg' ? 'jpg' : kind}`, mediaType: `image/${kind}`, content: made };
  } catch {
    throw damagedPicture('file');
  }
}

/** What the file was called, without its folder and its end. */
const stemOf = (fileName: string) =>
  clipped(
    fileName
      .replace(/^.*[/\\]/, '')
      .replace(/\.\w+$/, '')
      .replace(/[\p{Cc}\p{Cf}]/gu, ''),
    120,
  ) || 'File';
