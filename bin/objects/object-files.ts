import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DiskFull, NotFound, StoreAway } from '#kernel/errors.ts';
import { placeOf } from '#kernel/file-place.ts';
import { limited, newName, openFiles, type Files } from '#kernel/files.ts';
import type { Bucket } from './bucket.ts';

export interface ObjectFiles extends Files {
  bucket: Bucket;
  /** Deletes old copies, and what could not be deleted while the store was away. */
  tidy(): Promise<void>;
}

const copyHours = 1;

/**
 * Uploads in a bucket. Names are random and contents never change, so a copy on this machine is right as long as it is
 * there. What `move-files` has not moved is read from the folder.
 */
export function openObjects(bucket: Bucket, dataFolder: string): ObjectFiles {
  const folder = openFiles(join(dataFolder, 'files'));
  const copies = join(dataFolder, 'files-copies');
  const undeleted = join(dataFolder, 'files-to-delete');
  const coming = new Map<string, Promise<void>>();

  async function open(storedAs: string) {
    placeOf(copies, storedAs);
    // From the folder also while the store is away.
    const found = await bucket.open(storedAs).catch((error) => asLost(error));
    if (found && !(found instanceof StoreAway)) return found;
    return folder.open(storedAs).catch((error) => {
      throw found ?? error;
    });
  }

  async function bring(storedAs: string, path: string) {
    const content = await open(storedAs);
    const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await pipeline(content, createWriteStream(unfinished, { mode: 0o600, flags: 'wx' })).catch((error) => {
        throw asFull(error) ?? asLost(error, storedAs);
      });
      const { size } = await stat(unfinished);
      if (size !== content.size) throw new StoreAway(`${storedAs} came with ${size} bytes instead of ${content.size}.`);
      await rename(unfinished, path);
    } finally {
      await rm(unfinished, { force: true });
    }
  }

  async function discard(storedAs: string) {
    // The folder first: what is moving it looks there when it has sent it.
    await folder.discard(storedAs);
    await rm(placeOf(copies, storedAs), { force: true });
    await bucket.remove(storedAs).catch(async (error) => {
      if (!(error instanceof StoreAway)) throw error;
      await mkdir(undeleted, { recursive: true, mode: 0o700 });
      await writeFile(join(undeleted, storedAs.slice(3)), '');
    });
  }

  /** An object that is newer than the wish to delete it was restored since. */
  async function deleteLate(name: string) {
    const note = join(undeleted, name);
    const storedAs = `${name.slice(0, 2)}/${name}`;
    const [wished, found] = [await stat(note), await bucket.look(storedAs)];
    if (found && found.at < wished.mtime) await bucket.remove(storedAs);
    await rm(note, { force: true });
  }

  return {
    bucket,
    folder: copies,
    async store(content, limit) {
      const storedAs = newName();
      try {
        return { storedAs, ...(await bucket.put(storedAs, limited(content, limit))) };
      } catch (error) {
        // The answer may be what was lost.
        if (error instanceof StoreAway) await discard(storedAs);
        throw error;
      }
    },
    open,
    async local(storedAs) {
      const path = placeOf(copies, storedAs);
      const now = new Date();
      // Its time says when it was last used.
      if (await utimes(path, now, now).then(...isTrue)) return path;
      const going = coming.get(path) ?? bring(storedAs, path).finally(() => coming.delete(path));
      coming.set(path, going);
      await going.catch((error) => {
        if (!(error instanceof NotFound)) throw error;
      });
      return path;
    },
    discard,
    async tidy() {
      for (const name of await namesIn(undeleted)) await deleteLate(name);
      const before = Date.now() - copyHours * 3_600_000;
      for (const part of await namesIn(copies))
        for (const name of await namesIn(join(copies, part))) {
          const path = join(copies, part, name);
          const found = await stat(path).catch(() => undefined);
          if (found && found.mtimeMs < before) await rm(path, { force: true });
        }
    },
  };
}

const isTrue = [() => true, () => false] as const;

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** The store is away; other errors are thrown. */
function asLost(error: unknown, storedAs?: string): StoreAway {
  if (error instanceof StoreAway) return error;
  if (storedAs) return new StoreAway(`${storedAs} broke off.`, { cause: error });
  throw error;
}

function asFull(error: unknown): DiskFull | undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOSPC', 'EDQUOT'].includes(code)
    ? new DiskFull('There is no room for a copy.', { cause: error })
    : undefined;
}
