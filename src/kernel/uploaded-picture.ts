import { ValidationError } from './errors.ts';

// A small file can decode to an image that fills the memory, so its size is checked first.
const pixelLimit = 40_000_000;
/** WebP's own limit, rounded down. */
const sideLimit = 16_000;

/** Accepted types, by the first bytes: the name proves nothing. */
export type FileKind = 'pdf' | 'png' | 'jpeg' | 'webp';
export const pictureKinds = ['png', 'jpeg', 'webp'] as const satisfies FileKind[];
export const documentKinds = ['pdf', ...pictureKinds] as const satisfies FileKind[];

export function fileKindOf(content: Buffer): FileKind | undefined {
  if (content.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf';
  if (isPng(content)) return 'png';
  if (isJpeg(content)) return 'jpeg';
  return isWebp(content) ? 'webp' : undefined;
}

const kindNames = { pdf: 'PDF', png: 'PNG', jpeg: 'JPEG', webp: 'WebP' } satisfies Record<FileKind, string>;
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

export function wrongKind(field: string, kinds: readonly FileKind[]): ValidationError {
  const names = either.format(kinds.map((kind) => kindNames[kind]));
  return new ValidationError(
    field,
    `This is not a ${names} file. Save it in one of these formats, then upload it again.`,
  );
}

type Size = [width: number, height: number];

let last: Promise<unknown> = Promise.resolve();

/** Decodes one picture at a time: several at once would fill the memory together. */
export function decodeAlone<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => {});
  return turn;
}

/**
 * Validates an uploaded picture, then re-encodes it from its pixels, which removes everything else. Refuses a damaged
 * one.
 */
export async function redraw<T>(upload: Buffer, field: string, draw: (size: Size) => Promise<T>): Promise<T> {
  const size = sizeOfPicture(upload, field);
  try {
    return await decodeAlone(() => draw(size));
  } catch {
    throw damagedPicture(field);
  }
}

/** Width and height in the header of a PNG, JPEG or WebP; refuses other files, whatever their names. */
export function sizeOfPicture(upload: Buffer, field: string): Size {
  const size = pngSize(upload) ?? jpegSize(upload) ?? webpSize(upload);
  if (!size) throw wrongKind(field, pictureKinds);
  if (size[0] * size[1] === 0) throw damagedPicture(field);
  if (size[0] * size[1] > pixelLimit || Math.max(...size) > sideLimit)
    throw new ValidationError(
      field,
      'This picture is too large. Resize it to at most 2,000 pixels wide, then upload it again.',
    );
  return size;
}

const damagedPicture = (field: string) =>
  new ValidationError(field, 'This picture is damaged. Save it again in an image editor, then upload it.');

const isPng = (file: Buffer) => file.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'));
const isJpeg = (file: Buffer) => file.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'));
const isWebp = (file: Buffer) => file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';

function pngSize(file: Buffer): Size | null {
  if (file.length < 24 || !isPng(file)) return null;
  if (file.toString('latin1', 12, 16) !== 'IHDR') return [0, 0];
  return [file.readUInt32BE(16), file.readUInt32BE(20)];
}

function jpegSize(file: Buffer): Size | null {
  if (!isJpeg(file)) return null;
  for (let at = 2; at + 9 < file.length && file[at] === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
    // A marker may be padded with FF; skipping that wrongly would miss what a decoder reads.
    while (file[at + 1] === 0xff && at + 10 < file.length) at += 1;
    const marker = file[at + 1]!;
    // Before the frame every marker has a length: no other marker is valid here.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)) return [0, 0];
    // Start of frame: C0 to CF, except the tables C4, C8 and CC.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return endsAfter(file, at) ? [file.readUInt16BE(at + 7), file.readUInt16BE(at + 5)] : [0, 0];
  }
  return null;
}

// Decoders fill missing data with grey; FF D9 never occurs inside the data of a picture.
const endsAfter = (file: Buffer, at: number) => file.indexOf(Buffer.from([0xff, 0xd9]), at) > 0;

function webpSize(file: Buffer): Size | null {
  if (file.length < 30 || !isWebp(file)) return null;
  const kind = file.toString('latin1', 12, 16);
  if (kind === 'VP8X') return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1];
  if (kind === 'VP8 ') return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff];
  if (kind !== 'VP8L') return null;
  const bits = file.readUInt32LE(21);
  return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
}
