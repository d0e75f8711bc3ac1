import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { auditEntries, files } from '#kernel/tables.ts';
import { students } from '#features/people/students/students.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { upload } from '#test/harness/uploads.ts';
import { waitingPhotos } from '../drafts.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeEach(async () => {
  await world?.close();
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterAll(() => world.close());

const ilorin = () => world.school.ilorin.id;
const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const onDisk = () => {
  const folder = join(world.services.environment.dataFolder, 'files');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
};
const send = (browser: Browser, url: string, content: Buffer, fields?: Record<string, string>) =>
  upload(browser, url, { field: 'photo', content, fields, fileName: 'photo.jpg' });
const photoOf = (id: number) =>
  world.database.asSystem([ilorin()], async (tx) => {
    const [row] = await tx
      .select({ large: students.photoId, small: students.photoSmallId })
      .from(students)
      .where(eq(students.id, id));
    return row!;
  });
const sizeOf = async (picture: Buffer) => {
  const { width, height, format } = await new Transformer(picture).metadata();
  return [width, height, format];
};

/** A picture whose left half is red and whose right half is blue. */
const halves = (width = 800, height = 1000) => {
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < width * height; at++) {
    const isLeft = at % width < width / 2;
    pixels.set(isLeft ? [220, 10, 10] : [10, 10, 220], at * 4);
  }
  return Transformer.fromRgbaPixels(pixels, width, height);
};

/** The same JPEG, as a camera held on its side writes it, with the place where it was taken. */
function withExif(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('GPS 8.4799N 4.5418E')]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 4);
  return Buffer.concat([head, body, jpeg.subarray(2)]);
}

test('a photo is stored in two sizes as JPEG, upright, without camera metadata', async () => {
  const sideways = withExif(await halves(1000, 800).jpeg(90), 6);
  const answer = await send(registrar, `/students/${ada()}/photo`, sideways);
  expect(answer.statusCode).toBe(200);
  const { small, large } = answer.json();
  expect(small).toMatch(new RegExp(`^/students/${ada()}/photo/small\\?v=\\d+$`));
  const shown = await registrar.get(large);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, max-age=86400',
    'x-content-type-options': 'nosniff',
  });
  expect(await sizeOf(shown.rawPayload)).toEqual([600, 750, 'jpeg']);
  expect(shown.rawPayload.length).toBeLessThanOrEqual(60 * 1024);
  expect(shown.rawPayload.includes('GPS') || shown.rawPayload.includes('Exif')).toBe(false);
  // Turned to the right, what was left is on top.
  const pixels = await new Transformer(shown.rawPayload).rawPixels();
  expect(pixels[599 * 3]!).toBeGreaterThan(150);
  expect(pixels[749 * 600 * 3 + 2]!).toBeGreaterThan(150);
  const thumb = await registrar.get(small);
  expect(await sizeOf(thumb.rawPayload)).toEqual([160, 200, 'jpeg']);
  expect(thumb.rawPayload.length).toBeLessThanOrEqual(8 * 1024);
  const again = await registrar.get(large, { 'if-none-match': String(shown.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const entries = await world.database.asSystem([ilorin()], (tx) =>
    tx
      .select({ summary: auditEntries.summary })
      .from(auditEntries)
      .where(and(eq(auditEntries.action, 'students.setPhoto'), eq(auditEntries.subjectId, ada()))),
  );
  expect(entries).toEqual([{ summary: 'added the photo of Ada Obi' }]);
});

test('a picture of another shape is cut from the middle, and a small one is not enlarged', async () => {
  await send(registrar, `/students/${ada()}/photo`, await halves(1200, 300).png());
  const photo = await registrar.get(`/students/${ada()}/photo/large`);
  expect(await sizeOf(photo.rawPayload)).toEqual([240, 300, 'jpeg']);
  const pixels = await new Transformer(photo.rawPayload).rawPixels();
  const half = 240 * 150 * 3;
  expect(pixels[half]!).toBeGreaterThan(150);
  expect(pixels[half + 239 * 3 + 2]!).toBeGreaterThan(150);
});

test('a noisy picture still weighs little', async () => {
  let seed = 7;
  const pixels = Buffer.from(
    Array.from({ length: 700 * 900 * 4 }, () => (seed = (seed * 1103515245 + 12345) >>> 0) >>> 24),
  );
  await send(registrar, `/students/${ada()}/photo`, await Transformer.fromRgbaPixels(pixels, 700, 900).jpeg(95));
  const [large, small] = await Promise.all(
    ['large', 'small'].map((size) => registrar.get(`/students/${ada()}/photo/${size}`)),
  );
  expect(large!.rawPayload.length).toBeLessThan(130 * 1024);
  expect(small!.rawPayload.length).toBeLessThanOrEqual(8.5 * 1024);
});

test('what is no picture is refused whatever it is called; a header that promises too much is not believed', async () => {
  const png = await halves(300, 300).png();
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(12_000, 16);
  bomb.writeUInt32BE(12_000, 20);
  const tries: [Buffer, RegExp][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="zq()"/>'.repeat(3)), /not a PNG/],
    [Buffer.from('%PDF-1.7 '.repeat(60)), /not a PNG/],
    [Buffer.from('GIF89a'.padEnd(400, '\0')), /not a PNG/],
    [bomb, /too large/],
    [png.subarray(0, png.length - 30), /damaged/],
    [Buffer.alloc(0), /empty/],
    [Buffer.concat([png, Buffer.alloc(12 * 1_048_576)]), /larger than 12 MB/],
  ];
  for (const [content, words] of tries) {
    const answer = await send(registrar, `/students/${ada()}/photo`, content);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors.photo).toMatch(words);
  }
  expect((await registrar.post(`/students/${ada()}/photo`)).json().errors).toEqual({ photo: 'Choose a photo.' });
  expect([onDisk(), await photoOf(ada())]).toEqual([[], { large: null, small: null }]);
});

test('what hides behind a picture is gone when it is shown', async () => {
  const polyglot = Buffer.concat([await halves(300, 400).jpeg(80), Buffer.from('<script>zq()</script>PK\x03\x04')]);
  expect((await send(registrar, `/students/${ada()}/photo`, polyglot)).statusCode).toBe(200);
  const { rawPayload } = await registrar.get(`/students/${ada()}/photo/large`);
  expect(rawPayload.includes('script') || rawPayload.includes('PK\x03\x04')).toBe(false);
});

test('a new photo takes the place of the old one; of two at once one stays, and no file is left over', async () => {
  await send(registrar, `/students/${ada()}/photo`, await halves().jpeg(80));
  const first = await photoOf(ada());
  const content = await halves(400, 500).jpeg(80);
  const opened = String(first.large);
  const both = await Promise.all([1, 2].map(() => send(registrar, `/students/${ada()}/photo`, content, { opened })));
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const now = (await photoOf(ada())).large;
  expect(now).not.toBe(first.large);
  expect(onDisk()).toHaveLength(2);
  expect((await registrar.post(`/students/${ada()}/photo/remove`, { opened: String(now) })).statusCode).toBe(200);
  expect([onDisk(), await photoOf(ada())]).toEqual([[], { large: null, small: null }]);
  expect(await world.database.asSystem([ilorin()], (tx) => tx.select().from(files))).toEqual([]);
  expect((await registrar.get(`/students/${ada()}/photo/large`)).statusCode).toBe(404);
});

test('users who see a student see the photo; only editors of students change it', async () => {
  await send(registrar, `/students/${ada()}/photo`, await halves().jpeg(80));
  const photo = `/students/${ada()}/photo/small`;
  const seen = async (role: string) => (await (await world.as(role)).get(photo)).statusCode;
  // Ada herself; somebody else's mother and a teacher of other batches do not.
  expect(await Promise.all(['student', 'guardian', 'teacher', 'registrar.offa'].map(seen))).toEqual([
    200, 404, 404, 404,
  ]);
  expect((await world.nobody().get(photo)).statusCode).toBe(302);
  const content = await halves().jpeg(80);
  for (const [role, status] of [
    ['student', 403],
    ['teacher', 403],
    ['registrar.offa', 404],
  ] as const) {
    expect((await send(await world.as(role), `/students/${ada()}/photo`, content)).statusCode).toBe(status);
    expect((await (await world.as(role)).post(`/students/${ada()}/photo/remove`)).statusCode).toBe(status);
  }
  expect(onDisk()).toHaveLength(2);
});

test('3.15 a new student’s photo waits until the form is sent, and is the student’s with it', async () => {
  const { waiting } = (
    await send(registrar, '/students/photo', await halves().jpeg(80), { institutionId: String(ilorin()) })
  ).json();
  const form = { institutionId: ilorin(), surname: 'Alabi', firstName: 'Bisi', photo: waiting };
  // A refused form loses nothing.
  expect((await registrar.post('/students', { ...form, email: 'no address' })).statusCode).toBe(422);
  const created = await registrar.post('/students', form);
  expect(created.statusCode).toBe(303);
  const id = Number(String(created.headers.location).split('/').at(-1));
  expect((await registrar.get(`/students/${id}/photo/large`)).headers['content-type']).toBe('image/jpeg');
  const twin = await registrar.post('/students', { ...form, firstName: 'Bola' });
  expect([twin.statusCode, twin.json().errors]).toEqual([422, { photo: 'The photo has expired. Choose it again.' }]);
  expect(await world.database.asSystem([ilorin()], (tx) => tx.select().from(waitingPhotos))).toEqual([]);
});

test('a waiting photo is its sender’s alone, and goes when it is not wanted', async () => {
  const content = await halves().jpeg(80);
  const here = { institutionId: String(ilorin()) };
  const { waiting } = (await send(registrar, '/students/photo', content, here)).json();
  const officer = await world.as('admission_officer');
  const form = { institutionId: ilorin(), surname: 'Alabi', firstName: 'Bisi', photo: waiting };
  expect((await officer.post('/students', form)).json().errors).toHaveProperty('photo');
  await officer.post('/students/photo/remove', { institutionId: ilorin(), waiting });
  expect(onDisk()).toHaveLength(2);
  const offa = { institutionId: String(world.school.offa.id) };
  expect((await send(registrar, '/students/photo', content, offa)).statusCode).toBe(404);
  expect((await send(registrar, '/students/photo', content)).json().errors).toHaveProperty('institutionId');
  expect((await send(await world.as('teacher'), '/students/photo', content, here)).statusCode).toBe(403);
  await registrar.post('/students/photo/remove', { institutionId: ilorin(), waiting });
  expect([onDisk(), await world.database.asSystem([ilorin()], (tx) => tx.select().from(files))]).toEqual([[], []]);
});

test('a photo that someone has replaced since the form was opened is replaced or removed only when its person says so', async () => {
  const at = `/students/${ada()}/photo`;
  const own = await halves().jpeg(80);
  await send(registrar, at, own);
  const opened = String((await photoOf(ada())).large);
  await send(await world.as('owner'), at, own, { opened });
  const now = String((await photoOf(ada())).large);
  const clash = await send(registrar, at, own, { opened });
  expect(clash.statusCode).toBe(409);
  expect(clash.json().conflicts).toMatchObject([
    { field: 'photo', value: Number(now), by: { person: 'The owner (owner)' } },
  ]);
  expect((await registrar.post(`${at}/remove`, { opened })).statusCode).toBe(409);
  // Whoever does not say what was there counts as having seen none.
  expect((await send(registrar, at, own)).statusCode).toBe(409);
  expect(String((await photoOf(ada())).large)).toBe(now);
  expect((await send(registrar, at, own, { opened: now })).statusCode).toBe(200);
});
