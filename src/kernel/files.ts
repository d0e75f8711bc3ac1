import { hasKey } from '#kernel/database.ts';
import { createHash, randomBytes } from 'node:crypto';
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

export interface Limit {
  bytes: number;
  field: string;
}

export type OpenedFile = Readable & { size: number };

/** Uploads, outside the web root, under random names: in a folder, or in a store of objects. */
export interface Files {
  /** Where `local` puts them, by name, for another process of the same user. */
  folder: string;
  /** Streams to the end and syncs; throws on the named field beyond the limit and leaves nothing behind. */
  store(content: AsyncIterable<Buffer>, limit: Limit): Promise<StoredFile>;
  /** NotFound if it is gone. */
  open(storedAs: string): Promise<OpenedFile>;
  /** A path on this machine, to be read soon; nothing is there if the file is gone. */
  local(storedAs: string): Promise<string>;
  /** Also while the store is away: then a little later. */
  discard(storedAs: string): Promise<void>;
}

export function newName(): string {
  const name = randomBytes(20).toString('hex');
  return `${name.slice(0, 2)}/${name}`;
}

/** The content, which throws on the named field beyond the limit. */
export async function* limited(content: AsyncIterable<Buffer>, { bytes, field }: Limit): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > bytes) throw new ValidationError(field, `The file is larger than ${Math.round(bytes / 1_048_576)} MB.`);
    yield chunk;
  }
}

export function openFiles(folder: string): Files {
  const place = (storedAs: string) => placeOf(folder, storedAs);
  const hasRoom = roomIn(path.dirname(folder));
  return {
    folder,
    async store(content, limit) {
      if (!hasRoom()) throw new DiskFull('There is no room for another file.');
      const storedAs = newName();
      const target = place(storedAs);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      let size = 0;
      const file = await open(target, 'wx', 0o600);
      try {
        await pipeline(content, async function (source: AsyncIterable<Buffer>) {
          for await (const chunk of limited(source, limit)) {
            size += chunk.length;
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
    open: (storedAs) => openAt(place(storedAs)),
    local: async (storedAs) => place(storedAs),
    discard: (storedAs) => rm(place(storedAs), { force: true }),
  };
}

async function openAt(file: string): Promise<OpenedFile> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new NotFound('file') : error;
  });
  const { size } = await handle.stat();
  return Object.assign(handle.createReadStream(), { size });
}

/** The paths of many, by their ids; some at a time, since a store answers each after a moment. */
export async function localPaths(files: Files, rows: { id: number; storedAs: string }[]): Promise<Map<number, string>> {
  const paths = new Map<number, string>();
  const left = rows.values();
  const fetching = async () => {
    for (const { id, storedAs } of left) paths.set(id, await files.local(storedAs));
  };
  await Promise.all(Array.from({ length: 8 }, fetching));
  return paths;
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
