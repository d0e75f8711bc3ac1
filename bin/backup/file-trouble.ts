import { open, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { CannotStart } from '#kernel/cannot-start.ts';
import { Malformed } from './tar.ts';

/** Opens a file to read, or throws a readable error. */
export async function openToRead(path: string): Promise<FileHandle> {
  return open(path, 'r').catch((error) => {
    throw explain(error, path);
  });
}

/** The first `size` bytes of a file. */
export async function* bytesOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(262_144, size - at)), 0, null, at);
    if (!bytesRead) throw new Malformed('it became shorter while it was read');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

const sentences: Record<string, (path: string) => string> = {
  ENOSPC: (path) => `The disk that holds ${dirname(path)} is full. Free some space, or name a file on another disk.`,
  EDQUOT: (path) => `The quota of ${dirname(path)} is used up. Free some space, or name a file on another disk.`,
  EROFS: (path) => `${dirname(path)} is on a read-only disk. Choose a file on another disk.`,
  EACCES: (path) =>
    `This user has no access to ${path}. Run the command as the user who runs Akada, or choose another file.`,
  ENOENT: (path) => `${path} does not exist, or its folder does not.`,
  EISDIR: (path) => `${path} is a folder. Choose a file name.`,
  ENOTDIR: (path) => `${dirname(path)} is not a folder.`,
};

/** An error of the system or the archive as a message about this file; other errors unchanged. */
export function explain(error: unknown, path: string): unknown {
  const { code = '', message, path: its = path } = error as NodeJS.ErrnoException;
  if (error instanceof Malformed || code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new CannotStart(
      `${basename(path)} cannot be used: ${error instanceof Malformed ? message : 'its compressed data is broken'}.`,
    );
  const sentence = sentences[code];
  // An unreadable upload is reported under its own name, not the backup's.
  return sentence ? new CannotStart(sentence(its.startsWith(path) ? path : its)) : error;
}
