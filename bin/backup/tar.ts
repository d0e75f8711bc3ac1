import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { extract, pack, type Extract, type Headers, type Pack } from 'tar-stream';

/** A file in an archive, with its size known in advance. */
export interface Entry {
  name: string;
  size: number;
  content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** An entry's name, size and hash, for the list at the end. */
export interface TarEntry {
  name: string;
  size: number;
  sha256: string;
}

/** The file is not a tar file that we wrote. */
export class Malformed extends Error {}

const maxNameBytes = 100;
const drained = (stream: EventEmitter) => new Promise<void>((resolve) => stream.once('drain', resolve));

/** Entries as a POSIX tar file; each written entry is added to `packed`. */
export async function* packTar(entries: AsyncIterable<Entry>, packed: TarEntry[]): AsyncGenerator<Buffer> {
  const tar = pack();
  const filling = fill(tar, entries, packed).then(
    () => tar.finalize(),
    (error: Error) => tar.destroy(error),
  );
  try {
    yield* tar as AsyncIterable<Buffer>;
  } finally {
    tar.destroy();
    await filling;
  }
}

async function fill(tar: Pack, entries: AsyncIterable<Entry>, packed: TarEntry[]): Promise<void> {
  for await (const { name, size, content } of entries) {
    if (Buffer.byteLength(name) > maxNameBytes) throw new Error(`${name} is too long for a name in an archive.`);
    const hash = createHash('sha256');
    const { promise: done, resolve, reject } = Promise.withResolvers<void>();
    const entry = tar.entry({ name, size, mode: 0o600, mtime: new Date(0) }, (error) =>
      error ? reject(error) : resolve(),
    );
    // Also if the archive is given up: `done` is not awaited then.
    entry.on('error', reject);
    done.catch(() => {});
    let written = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      written += chunk.length;
      if (!entry.write(chunk)) await Promise.race([drained(entry), done]);
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}.`);
    entry.end();
    await done;
    packed.push({ name, size, sha256: hash.digest('hex') });
  }
}

/** Visits every entry in order; skips what the visitor does not read. Returns the list of entries. */
export async function readTar(
  source: AsyncIterable<Buffer>,
  visit: (entry: { name: string; size: number; content: AsyncIterable<Buffer> }) => Promise<void>,
): Promise<TarEntry[]> {
  const tar = extract();
  const found: TarEntry[] = [];
  let tarError: unknown;
  let sourceError: unknown;
  tar.on('error', (error) => (tarError = error));
  const feeding = feed(source, tar).catch((error: Error) => {
    sourceError = error;
    tar.destroy(error);
  });
  try {
    for await (const entry of tar) {
      const { name, size } = readHeader(entry.header);
      const hash = createHash('sha256');
      const content = (async function* () {
        for await (const chunk of entry) {
          hash.update(chunk);
          yield chunk;
        }
      })();
      await visit({ name, size, content });
      for await (const _ of content);
      found.push({ name, size, sha256: hash.digest('hex') });
    }
    return found;
  } catch (error) {
    throw error === tarError && error !== sourceError ? new Malformed('it is incomplete or damaged') : error;
  } finally {
    tar.destroy();
    await feeding;
  }
}

async function feed(source: AsyncIterable<Buffer>, tar: Extract): Promise<void> {
  const closed = new Promise<void>((resolve) => tar.once('close', resolve));
  for await (const chunk of source) {
    if (!tar.write(chunk)) await Promise.race([drained(tar), closed]);
    if (tar.destroyed) return;
  }
  tar.end();
}

/** Only what we write: regular files with short names. */
function readHeader({ type, name, size = -1 }: Headers): { name: string; size: number } {
  const isOurs =
    type === 'file' && name !== '' && Buffer.byteLength(name) <= maxNameBytes && Number.isSafeInteger(size);
  if (!isOurs) throw new Malformed('it holds something that Akada does not write');
  return { name, size };
}
