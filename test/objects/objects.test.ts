import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NotFound, StoreAway, ValidationError } from '#kernel/errors.ts';
import type { OpenedFile } from '#kernel/files.ts';
import { memory } from '#test/harness/memory.ts';
import { startObjectStore, type ObjectStore } from '#test/harness/object-store.ts';
import { Bucket } from '../../bin/objects/bucket.ts';
import { sendVerified } from '../../bin/objects/sent-backups.ts';
import { openObjects, type ObjectFiles } from '../../bin/objects/object-files.ts';

let store: ObjectStore;
let bucket: Bucket;
let files: ObjectFiles;
const dataFolder = mkdtempSync(join(memory(), 'akada-test-objects-'));
beforeAll(async () => {
  store = await startObjectStore();
  bucket = new Bucket({ bucket: store.bucket, prefix: 'files/' }, store.access);
  files = openObjects(bucket, dataFolder);
});
afterAll(async () => {
  await store?.remove();
  rmSync(dataFolder, { recursive: true, force: true });
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const keep = (content: Buffer, bytes = 1e9) => files.store(Readable.from([content]), { bytes, field: 'photo' });
const bytesOf = async (opened: Promise<OpenedFile>) => buffer(await opened);
const nameOf = () => {
  const name = randomBytes(20).toString('hex');
  return `${name.slice(0, 2)}/${name}`;
};
const keys = async () => {
  const found: string[] = [];
  for await (const { key } of bucket.list()) found.push(key);
  return found;
};

test.each([
  ['empty', 0],
  ['small', 1000],
  ['in parts', 20_000_001],
])('content that is %s comes back as it was sent', async (_, size) => {
  const content = randomBytes(size);
  // In pieces, as they arrive.
  const pieces = Readable.from(
    (function* () {
      for (let at = 0; at < size; at += 65_536) yield content.subarray(at, at + 65_536);
    })(),
  );
  const stored = await files.store(pieces, { bytes: 1e9, field: 'photo' });
  expect(stored).toMatchObject({ size, sha256: sha256(content) });
  expect(await bucket.look(stored.storedAs)).toMatchObject({ size });
  const opened = await files.open(stored.storedAs);
  expect(opened.size).toBe(size);
  expect(sha256(await buffer(opened))).toBe(stored.sha256);
  const path = await files.local(stored.storedAs);
  expect(sha256(readFileSync(path))).toBe(stored.sha256);
  expect(path).toBe(join(files.folder, stored.storedAs));
  await files.discard(stored.storedAs);
  await expect(files.open(stored.storedAs)).rejects.toThrow(NotFound);
});

test('what is too large, or breaks off, leaves nothing', async () => {
  const before = await keys();
  for (const size of [1000, 20_000_000])
    await expect(keep(randomBytes(size), size - 1)).rejects.toThrow(ValidationError);
  const broken = Readable.from(
    (async function* () {
      yield randomBytes(10_000_000);
      throw new Error('The client went away.');
    })(),
  );
  await expect(files.store(broken, { bytes: 1e9, field: 'photo' })).rejects.toThrow('The client went away.');
  expect(await keys()).toEqual(before);
});

test('what the bucket lacks is read from the folder, also while the store is away', async () => {
  const storedAs = nameOf();
  mkdirSync(join(dataFolder, 'files', storedAs.slice(0, 2)), { recursive: true });
  writeFileSync(join(dataFolder, 'files', storedAs), 'not moved yet');
  const moved = await keep(Buffer.from('moved'));
  const copied = await keep(Buffer.from('copied'));
  await files.local(copied.storedAs);
  expect(String(await bytesOf(files.open(storedAs)))).toBe('not moved yet');
  await store.stop();
  try {
    expect(String(await bytesOf(files.open(storedAs)))).toBe('not moved yet');
    expect(readFileSync(await files.local(storedAs), 'utf8')).toBe('not moved yet');
    expect(readFileSync(await files.local(copied.storedAs), 'utf8')).toBe('copied');
    await expect(files.open(moved.storedAs)).rejects.toThrow(StoreAway);
    await expect(files.local(moved.storedAs)).rejects.toThrow(StoreAway);
    await expect(keep(Buffer.from('new'))).rejects.toThrow(StoreAway);
  } finally {
    await store.start();
  }
  expect(String(await bytesOf(files.open(moved.storedAs)))).toBe('moved');
});

test('what could not be deleted is deleted later, unless it was restored since', async () => {
  const [gone, restored] = [await keep(Buffer.from('gone')), await keep(Buffer.from('restored'))];
  await store.stop();
  await Promise.all([gone, restored].map(({ storedAs }) => files.discard(storedAs)));
  await store.start();
  const notes = join(dataFolder, 'files-to-delete');
  // The notes of that outage, and one of another that failed to store.
  expect(readdirSync(notes)).toEqual(expect.arrayContaining([gone, restored].map(({ storedAs }) => storedAs.slice(3))));
  const later = new Date(Date.now() + 5000);
  utimesSync(join(notes, gone.storedAs.slice(3)), later, later);
  utimesSync(join(notes, restored.storedAs.slice(3)), 1, 1);
  await files.tidy();
  expect([await bucket.look(gone.storedAs), Boolean(await bucket.look(restored.storedAs))]).toEqual([undefined, true]);
  expect(readdirSync(notes)).toEqual([]);
});

test('copies on this machine go an hour after they were last used', async () => {
  const [old, used] = [await keep(Buffer.from('old')), await keep(Buffer.from('used'))];
  for (const { storedAs } of [old, used]) utimesSync(await files.local(storedAs), 1, 1);
  const path = await files.local(used.storedAs);
  await files.tidy();
  expect(readdirSync(join(files.folder, old.storedAs.slice(0, 2)))).not.toContain(old.storedAs.slice(3));
  expect(readFileSync(path, 'utf8')).toBe('used');
});

test('names that we did not make, wrong keys and a wrong bucket are refused', async () => {
  await expect(files.open('../secret.key')).rejects.toThrow(NotFound);
  await expect(files.local('../secret.key')).rejects.toThrow(NotFound);
  const { place } = bucket;
  const wrongKey = new Bucket(place, { ...store.access, secretKey: 'other' });
  await expect(wrongKey.open('none')).rejects.toThrow('the store answers 403 SignatureDoesNotMatch');
  await expect(new Bucket({ ...place, bucket: 'none' }, store.access).open('none')).rejects.toThrow(
    'There is no bucket none.',
  );
});

test('failures are tried again, except where that could act twice; an answer that never came is not waited for again', async () => {
  const asked: string[] = [];
  const failing = createServer((request, reply) => {
    asked.push(`${request.method} ${new URL(request.url!, 'http://x').search}`);
    request.resume().once('end', () => reply.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'));
  });
  await new Promise<void>((done) => failing.listen(0, '127.0.0.1', done));
  try {
    const endpoint = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`;
    const away = new Bucket(bucket.place, { ...store.access, endpoint });
    await expect(away.put('a', Readable.from([Buffer.from('x')]))).rejects.toThrow('the store answers 503 SlowDown');
    expect(asked).toEqual(['PUT ', 'PUT ', 'PUT ']);
    asked.length = 0;
    await expect(away.put('a', Readable.from([randomBytes(9e6)]))).rejects.toThrow('503 SlowDown');
    expect(asked).toEqual(['POST ?uploads=']);
  } finally {
    failing.close();
  }
});

test('a backup ends what an earlier one left unfinished for a day, and nothing else', async () => {
  const backup = (second: number) => `akada-nightly-20261101T02000${second}Z.tar.gz`;
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const begun = (key: string, id: string, at: string) =>
    `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at}</Initiated></Upload>`;
  const uploads = [
    begun(`files/${backup(1)}`, 'old', ago(25)),
    begun(`files/${backup(2)}`, 'young', ago(23)),
    begun(`files/other/${backup(3)}`, 'below', ago(48)),
    begun('files/photo', 'photo', ago(48)),
  ];
  const ended: string[] = [];
  let canList = true;
  const listing = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://x');
    if (request.method === 'DELETE') ended.push(`${pathname} ${searchParams.get('uploadId')}`);
    if (request.method === 'HEAD') reply.statusCode = 404;
    if (request.method === 'GET' && !canList) reply.statusCode = 501;
    reply.end(
      request.method === 'GET' ? `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>` : '',
    );
  });
  await new Promise<void>((done) => listing.listen(0, '127.0.0.1', done));
  try {
    const endpoint = `http://127.0.0.1:${(listing.address() as AddressInfo).port}`;
    const there = new Bucket(bucket.place, { ...store.access, endpoint });
    await sendVerified(there, 'new.tar.gz', Readable.from([])).catch(() => {});
    expect(ended.filter((one) => !one.endsWith('null'))).toEqual([`/${store.bucket}/files/${backup(1)} old`]);
    canList = false;
    await there.endUnfinished(new Date(), () => true);
  } finally {
    listing.close();
  }
});

test('more objects than a list holds are all listed', async () => {
  // Our store of tests cannot answer with a part of a list.
  const pages: Record<string, string> = {
    '': '<IsTruncated>true</IsTruncated><Contents><Key>files/a</Key><Size>1</Size></Contents><Contents><Key>files/b&amp;c</Key><Size>2</Size></Contents>',
    'files/b&c': '<IsTruncated>false</IsTruncated><Contents><Key>files/d</Key><Size>3</Size></Contents>',
  };
  const listing = createServer((request, reply) => {
    const { searchParams } = new URL(request.url!, 'http://x');
    reply.end(`<ListBucketResult>${pages[searchParams.get('start-after') ?? '']}</ListBucketResult>`);
  });
  await new Promise<void>((done) => listing.listen(0, '127.0.0.1', done));
  try {
    const endpoint = `http://127.0.0.1:${(listing.address() as AddressInfo).port}`;
    const found: string[] = [];
    for await (const { key, size } of new Bucket(bucket.place, { ...store.access, endpoint }).list())
      found.push(`${key} ${size}`);
    expect(found).toEqual(['a 1', 'b&c 2', 'd 3']);
  } finally {
    listing.close();
  }
});
