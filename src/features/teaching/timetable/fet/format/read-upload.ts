import { ValidationError } from '#kernel/errors.ts';
import type { Files, StoredFile } from '#kernel/files.ts';
import { readFet, type FetFile } from './read-fet.ts';
import { Unreadable } from './unreadable.ts';

/** The largest example of FET has 2 MB. */
export const uploadBytes = 20 * 1_048_576;

/** Reads a file that somebody uploaded; what is wrong with it stands beside the field. */
export async function readUpload(files: Files, { storedAs }: Pick<StoredFile, 'storedAs'>): Promise<FetFile> {
  const parts: Buffer[] = [];
  for await (const part of files.open(storedAs)) parts.push(part as Buffer);
  try {
    return await readFet(Buffer.concat(parts));
  } catch (error) {
    throw error instanceof Unreadable ? new ValidationError('file', error.message) : error;
  }
}
