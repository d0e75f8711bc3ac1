import { hasKey } from '#kernel/database.ts';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Actor } from './actor.ts';
import type { Db, Tx } from './database.ts';
import { clipped, clippedFileName } from './clipped.ts';
import { roomIn } from './disk.ts';
import { DiskFull, NotFound, ValidationError, Uncertain } from './errors.ts';
import { placeOf } from './file-place.ts';
import { files } from './tables.ts';

export interface StoredFile {
  storedAs: string;
  size: number;
  sha256: string;
}

/** Uploads, outside the web root, under random names. */
export interface Files {
  /** Where they are, for another process of the same user. */
  folder: string;
  /** Streams to disk and syncs; throws on the named field beyond the limit and leaves nothing behind. */
  store(content: AsyncIterable<Buffer>, limit: { bytes: number; field: string }): Promise<StoredFile>;
  open(storedAs: string): ReadStream;
  path(storedAs: string): string;
  discard(storedAs: string): Promise<void>;
}

export function openFiles(folder: string): Files {
  const place = (storedAs: string) => placeOf(folder, storedAs);
  const hasRoom = roomIn(path.dirname(folder));
  return {
    folder,
    async store(content, limit) {
      if (!hasRoom()) throw new DiskFull('There is no room for another file.');
      const name = randomBytes(20).toString('hex');
      const storedAs = `${name.slice(0, 2)}/${name}`;
      const target = place(storedAs);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      let size = 0;
      const file = await open(target, 'wx', 0o600);
      try {
        await pipeline(content, async function (source: AsyncIterable<Buffer>) {
          for await (const chunk of source) {
            size += chunk.length;
            if (size > limit.bytes)
              throw new ValidationError(
                limit.field,
                `The file is larger than ${Math.round(limit.bytes / 1_048_576)} MB.`,
              );
            hash.update(chunk);
            await file.write(chunk);
          }
        });
        await file.sync();
        await file.close();
      } catch (error) {
        await file.close().catch(() => {});
        await rm(target, { force: true });
        throw error;
      }
      return { storedAs, size, sha256: hash.digest('hex') };
    },
    open: (storedAs) => createReadStream(place(storedAs)),
    path: place,
    discard: (storedAs) => rm(place(storedAs), { force: true }),
  };
}

/** Stores contents, then runs the work that records them; removes the file if that fails. */
export async function recordStored<T>(
  files: Files,
  contents: Buffer[],
  work: (stored: StoredFile[]) => Promise<T>,
): Promise<T> {
  const stored: StoredFile[] = [];
  return discardOnError(files, stored, async () => {
    for (const content of contents)
      stored.push(await files.store(Readable.from([content]), { bytes: content.length, field: 'file' }));
    return work(stored);
  });
}

/** Runs the work that records stored files; discards them if it fails. */
export async function discardOnError<T>(files: Files, stored: StoredFile[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // They may have been recorded: better a file too many than one too few.
    if (!(error instanceof Uncertain))
      await discardAll(
        files,
        stored.map(({ storedAs }) => storedAs),
      );
    throw error;
  }
}

export const discardAll = async (files: Files, storedAs: string[]): Promise<void> =>
  void (await Promise.all(storedAs.map((name) => files.discard(name))));

/** A file's name without folder and extension. */
export const fileStem = (fileName: string, longest: number): string => clipped(fileName.replace(/\.\w+$/, ''), longest);

/** Records a stored file in the institution; returns its id. */
export async function keepFile(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  file: StoredFile & { purpose: string; name: string; mediaType: string },
): Promise<number> {
  const [row] = await tx
    .insert(files)
    .values({ ...file, institutionId, name: clippedFileName(file.name, 200), accountId: actor.accountId })
    .returning({ id: files.id });
  return row!.id;
}

/** The file's row, or NotFound. Row-level security keeps other institutions' away. */
export async function findFile(db: Db, institutionId: number, fileId: number) {
  const [row] = await db
    .select()
    .from(files)
    .where(hasKey(files, institutionId, fileId));
  if (!row) throw new NotFound('file');
  return row;
}
