import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type pg from 'pg';
import { CannotStart } from '#kernel/cannot-start.ts';
import { NotFound } from '#kernel/errors.ts';
import type { Files, OpenedFile } from '#kernel/files.ts';
import { placeOf } from '#kernel/file-place.ts';
import { names, type List } from './contents.ts';
import { copyOut } from './copy.ts';
import type { Entry } from './tar.ts';

/** Opened ahead of being read, because a store elsewhere answers each after a moment. */
const ahead = 8;

/** The uploads in the snapshot, one by one. */
export async function* packUploads(
  client: pg.Client,
  files: Pick<Files, 'open'>,
  list: List,
  of?: string,
): AsyncGenerator<Entry> {
  const uploads = await storedUploads(client, of);
  const opening: ReturnType<typeof openIfThere>[] = [];
  const openNext = (at: number) => {
    const opened = at < uploads.length && openIfThere(files, uploads[at]!.storedAs);
    if (!opened) return;
    opened.catch(() => {});
    opening.push(opened);
  };
  for (let at = 0; at < ahead; at += 1) openNext(at);
  try {
    for (const [at, { storedAs, sha256 }] of uploads.entries()) {
      const content = await opening.shift()!;
      openNext(at + ahead);
      if (!content) {
        list.missing.push(storedAs);
        continue;
      }
      const { size } = content;
      yield { name: names.upload(storedAs), size, content };
      list.uploads.count += 1;
      list.uploads.bytes += size;
      // The archive has just added it.
      if (list.entries.at(-1)?.sha256 !== sha256) list.changed.push(storedAs);
    }
  } finally {
    for (const opened of opening) void opened.then((content) => content?.destroy()).catch(() => {});
  }
}

/** The uploads listed in the database. Names and hashes are hexadecimal, so COPY has nothing to escape. */
export async function storedUploads(client: pg.Client, from = 'files') {
  const found: { storedAs: string; sha256: string }[] = [];
  for await (const { bytes } of copyOut(client, `select stored_as, sha256 from ${from} order by stored_as collate "C"`))
    for (const line of bytes.toString('utf8').trimEnd().split('\n')) {
      const [storedAs = '', sha256 = ''] = line.split('\t');
      found.push({ storedAs, sha256 });
    }
  return found;
}

async function openIfThere(files: Pick<Files, 'open'>, storedAs: string): Promise<OpenedFile | undefined> {
  return files.open(storedAs).catch((error: Error) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
}

/** Uploads being restored, wherever they go: `place` makes them final, and `discard` removes what is not. */
export type UploadStage = Pick<StagedUploads, 'add' | 'place' | 'discard'>;

/** Uploads being restored: first to a separate folder, then to their final place once everything else is certain. */
export class StagedUploads {
  readonly #staged: string;
  readonly #folder: string;
  readonly #names: string[] = [];

  constructor(filesFolder: string) {
    this.#folder = filesFolder;
    this.#staged = `${filesFolder}.restoring-${randomBytes(4).toString('hex')}`;
  }

  /** Writes an upload and verifies it. */
  async add(storedAs: string, content: AsyncIterable<Buffer>, sha256: string | undefined) {
    const path = placeOf(this.#staged, storedAs);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'wx', 0o600);
      try {
        for await (const chunk of content) await file.appendFile(chunk);
        await file.sync();
      } finally {
        await file.close();
      }
      if ((await hashOf(path)) !== sha256)
        throw new CannotStart(`The disk returned different data than was written to ${path}. It may be failing.`);
    } catch (error) {
      throw explain(error, this.#folder);
    }
    this.#names.push(storedAs);
  }

  /**
   * Moves all of them to their final place. A file with the same name is the same upload and is replaced by the
   * verified one.
   */
  async place(): Promise<number> {
    try {
      for (const storedAs of this.#names) {
        const target = placeOf(this.#folder, storedAs);
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await rename(placeOf(this.#staged, storedAs), target);
      }
    } catch (error) {
      throw explain(error, this.#folder);
    }
    return this.#names.length;
  }

  async discard() {
    await rm(this.#staged, { recursive: true, force: true });
  }
}

async function hashOf(path: string) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

function explain(error: unknown, folder: string) {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOSPC', 'EDQUOT'].includes(code)
    ? new CannotStart(`The disk that holds ${dirname(folder)} has no space for the uploads. Nothing was changed.`)
    : error;
}
