import { createHash, randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { CannotStart } from '#kernel/cannot-start.ts';
import { bytesOf, explain, openToRead } from './file-trouble.ts';
import { sealOf, sealSize } from './seal.ts';
import { Malformed, packTar, readTar, type Entry, type TarEntry } from './tar.ts';

/** Writes an archive under a temporary name, verifies it, and then renames it. Leaves nothing behind on failure. */
export async function writeArchive<T>(
  target: string,
  entries: (packed: TarEntry[]) => AsyncIterable<Entry>,
  check: (path: string) => Promise<T>,
): Promise<T> {
  const unfinished = `${target}.${randomBytes(4).toString('hex')}.partial`;
  const remove = () => rmSync(unfinished, { force: true });
  refuseExisting(target);
  const file = await open(unfinished, 'wx', 0o600).catch((error) => {
    throw explain(error, target);
  });
  process.once('exit', remove);
  try {
    await fill(file, archiveOf(entries)).finally(() => file.close());
    const checked = await check(unfinished);
    refuseExisting(target);
    await rename(unfinished, target);
    await syncFolder(dirname(target));
    return checked;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw explain(error, target);
  } finally {
    process.off('exit', remove);
  }
}

async function fill(file: FileHandle, archive: AsyncIterable<Buffer>) {
  for await (const chunk of archive) await file.appendFile(chunk);
  await file.sync();
}

/** The bytes of an archive, sealed at their end. */
export async function* archiveOf(entries: (packed: TarEntry[]) => AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const packed: TarEntry[] = [];
  const zip = createGzip();
  const packing = pipeline(packTar(entries(packed), packed), zip);
  packing.catch(() => {});
  for await (const chunk of zip as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
  await packing;
  yield sealOf(hash.digest());
}

/** Visits every entry of an archive in order; throws unless it is readable to the end and its seal matches. */
export async function readArchive(path: string, visit: Parameters<typeof readTar>[1]): Promise<TarEntry[]> {
  const file = await openToRead(path);
  try {
    const { size } = await file.stat();
    const hash = createHash('sha256');
    const hashed = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    let found: TarEntry[] = [];
    await pipeline(bytesOf(file, size - sealSize), hashed, createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      found = await readTar(chunks, visit);
    });
    const seal = Buffer.alloc(sealSize);
    await file.read(seal, 0, sealSize, size - sealSize);
    if (!seal.equals(sealOf(hash.digest()))) throw new Malformed('it changed while it was read');
    return found;
  } catch (error) {
    throw explain(error, path);
  } finally {
    await file.close();
  }
}

function refuseExisting(target: string) {
  if (existsSync(target))
    throw new CannotStart(`${target} already exists. Choose another file name, or move the existing file.`);
}

async function syncFolder(path: string) {
  const folder = await open(path, 'r');
  // Some file systems cannot sync a folder.
  await folder.sync().catch(() => {});
  await folder.close();
}
