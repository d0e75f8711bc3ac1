import { createHash } from 'node:crypto';
import { CannotStart } from '#kernel/cannot-start.ts';
import { bytesOf, openToRead } from './file-trouble.ts';

/*
 * A backup is a gzipped tar file, so any system can open it without Akada. The compressed data is followed by the seal:
 * an empty gzip member whose extra field holds the SHA-256 of every byte before it. gzip and tar ignore it; Akada
 * checks it first to be sure that the file is complete and unchanged.
 */
const sealHead = Buffer.from('1f8b08040000000000ff2400414b2000', 'hex');
const sealTail = Buffer.from('03000000000000000000', 'hex');
export const sealSize = sealHead.length + 32 + sealTail.length;
export const sealOf = (digest: Buffer) => Buffer.concat([sealHead, digest, sealTail]);

/** Checks that every byte is unchanged, without looking at the content; throws a readable error otherwise. */
export async function proveSeal(path: string): Promise<{ bytes: number }> {
  const file = await openToRead(path);
  try {
    const { size } = await file.stat();
    const start = Buffer.alloc(Math.min(2, size));
    await file.read(start, 0, start.length, 0);
    if (!start.equals(Buffer.from('1f8b', 'hex'))) throw new CannotStart(`${path} is not an Akada backup.`);
    const seal = Buffer.alloc(Math.min(sealSize, size));
    await file.read(seal, 0, seal.length, size - seal.length);
    if (!isSeal(seal))
      throw new CannotStart(
        `${path} is incomplete: its end is missing or changed, as after an interrupted copy. Nothing was restored. Copy the file again, or use another backup.`,
      );
    const hash = createHash('sha256');
    for await (const chunk of bytesOf(file, size - sealSize)) hash.update(chunk);
    if (!seal.equals(sealOf(hash.digest())))
      throw new CannotStart(
        `${path} is damaged: its content does not match its checksum. Nothing was restored. Copy the file again, or use another backup.`,
      );
    return { bytes: size };
  } finally {
    await file.close();
  }
}

const isSeal = (bytes: Buffer) =>
  bytes.length === sealSize &&
  bytes.subarray(0, sealHead.length).equals(sealHead) &&
  bytes.subarray(-sealTail.length).equals(sealTail);
