import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { backupsAmong, expired, type Keep } from '#kernel/backup/folder.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import type { Environment } from '#kernel/environment.ts';
import { addressOfPlace, placeIn } from '#kernel/object-place.ts';
import type { Bucket } from './bucket.ts';
import { bucketAt } from './open-files.ts';

export const isAddress = (typed: string | undefined): typed is string => typed?.startsWith('s3://') ?? false;

/** The bucket of `s3://bucket/prefix`. */
export async function bucketNamed(address: string, environment: Environment): Promise<Bucket> {
  const place = placeIn(address);
  if (!place) throw new CannotStart(`${address} is not an address such as s3://bucket/backups.`);
  return bucketAt(place, environment.store);
}

const day = 86_400_000;

/** Sends a backup and reads all of it back; deletes it unless every byte is there. Returns its address. */
export async function sendVerified(bucket: Bucket, name: string, bytes: AsyncIterable<Buffer>) {
  const address = addressOfPlace(bucket.place, name);
  if (await bucket.look(name)) throw new CannotStart(`${address} already exists.`);
  // Parts that a killed backup left behind; another process may be sending the newer ones.
  await bucket.endUnfinished(new Date(Date.now() - day), (key) => backupsAmong([key]).length > 0);
  const sent = await bucket.put(name, bytes);
  try {
    const found = await digestOf((await bucket.open(name)) ?? Readable.from([]));
    if (found.size !== sent.size || found.sha256 !== sent.sha256)
      throw new CannotStart(`${address} is not what was sent. It was deleted; the store may be failing.`);
  } catch (error) {
    await bucket.remove(name).catch(() => {});
    throw error;
  }
  return { ...sent, address };
}

export const sendFile = (bucket: Bucket, path: string) =>
  sendVerified(bucket, basename(path), createReadStream(path) as AsyncIterable<Buffer>);

/** The size and the hash of content, read to its end. */
export async function digestOf(content: AsyncIterable<Buffer>) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** The finished backups in a bucket, latest first. Another prefix below this one is not looked into. */
export async function backupsInBucket(bucket: Bucket) {
  const names: string[] = [];
  for await (const { key } of bucket.list()) names.push(key);
  return backupsAmong(names);
}

/** Removes nightly backups that have expired. */
export async function pruneBucket(bucket: Bucket, keep: Keep, timeZone: string): Promise<string[]> {
  const removed = expired(await backupsInBucket(bucket), keep, timeZone);
  for (const name of removed) await bucket.remove(name);
  return removed.map((name) => addressOfPlace(bucket.place, name));
}

/** Runs work with a backup as a file here, which is deleted afterwards. `s3://bucket/prefix` is the newest one there. */
export async function withFetched<T>(
  address: string,
  environment: Environment,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const { bucket, name } = await backupNamed(address, environment);
  const content = await bucket.open(name);
  if (!content) throw new CannotStart(`There is no backup ${address}.`);
  const folder = join(environment.dataFolder, `fetched-${randomBytes(4).toString('hex')}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const path = join(folder, name);
    await pipeline(content, createWriteStream(path, { mode: 0o600 }));
    return await work(path);
  } finally {
    remove();
    process.off('exit', remove);
  }
}

async function backupNamed(address: string, environment: Environment) {
  const [, folder = '', file] = /^(.*)\/([^/]+\.tar\.gz)$/.exec(address) ?? [];
  if (file) return { bucket: await bucketNamed(folder, environment), name: file };
  const bucket = await bucketNamed(address, environment);
  const [latest] = await backupsInBucket(bucket);
  if (!latest) throw new CannotStart(`There is no backup in ${address}.`);
  return { bucket, name: latest.path };
}
