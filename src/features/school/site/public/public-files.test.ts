import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPicture, fillSite } from '#test/fill-site.ts';
import { startSchool } from '#test/harness/app.ts';
import { sites } from '../site.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let token: string;

beforeAll(async () => {
  world = await startSchool();
  const { id } = world.school.ilorin;
  token = await world.database.asSystem([id], async (tx) => {
    await fillSite(tx, world.services.files, id, 'ilorin');
    return (await addPicture(tx, world.services.files, id, 99, 'A picture of its own')).token;
  });
});
afterAll(() => world?.close());

const get = (url: string) => world.nobody().get(url);

test('browsers cache a picture for a year, with its exact type', async () => {
  for (const [file, type, magic] of [
    ['480.webp', 'image/webp', 'RIFF'],
    ['960.jpeg', 'image/jpeg', '\xff\xd8\xff'],
  ] as const) {
    const answer = await get(`/pictures/${token}/${file}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-length': String(answer.rawPayload.length),
    });
    expect(answer.rawPayload.toString('latin1').startsWith(magic)).toBe(true);
    expect(answer.cookies).toEqual([]);
  }
});

test('a missing picture, or an unknown size or format, is not found', async () => {
  for (const path of [
    `${token}/481.webp`,
    `${token}/480.svg`,
    `${token}/480.webp.html`,
    `${token}/..%2f..%2fsecret.key`,
    `${token}/99999.jpeg`,
    `${'a'.repeat(22)}/480.webp`,
    `${token}x/480.webp`,
  ])
    expect([path, (await get(`/pictures/${path}`)).statusCode]).toEqual([path, 404]);
});

test('a school without a logo has none to show, and its page draws the mark', async () => {
  expect((await get('/sites/ilorin/logo')).statusCode).toBe(404);
  expect((await get('/')).body).toContain('class="mark"');
});

test('the logo of a published site is for everyone', async () => {
  const owner = await world.as('owner');
  const { Transformer } = await import('@napi-rs/image');
  const png = await Transformer.fromRgbaPixels(Buffer.alloc(64 * 64 * 4, 200), 64, 64).png();
  const boundary = 'cloth';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="logo"; filename="logo.png"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    png,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const sent = await owner.send({
    method: 'POST',
    url: `/institutions/${world.school.ilorin.id}/logo`,
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  expect(sent.statusCode).toBe(303);
  const logo = await get('/sites/ilorin/logo');
  expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/webp']);
  expect((await owner.get('/sites/ilorin')).body).toMatch(/<img src="\/sites\/ilorin\/logo\?v=\d+" alt=""/);
  // Before a site is published only a preview may fetch it.
  await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.update(sites).set({ slug: 'quiet', isPublished: false }),
  );
  const { body } = await owner.get('/sites/quiet?preview=1');
  const address = /<img src="(\/sites\/quiet\/logo[^"]*)" alt=""/.exec(body)![1]!.replace('&amp;', '&');
  expect([(await owner.get(address)).statusCode, (await get(address)).statusCode]).toEqual([200, 404]);
});
