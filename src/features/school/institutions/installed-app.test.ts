import { afterAll, beforeAll, expect, test } from 'vitest';
import { Transformer } from '@napi-rs/image';
import { appKeyOf } from '#kernel/secrets/app-key.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let visitor: Browser;

beforeAll(async () => {
  world = await startSchool();
  visitor = world.nobody();
});
afterAll(() => world.close());

const keyOf = (id: number) => appKeyOf(world.services.secret, id);
const manifestAt = (key: string) => visitor.get(`/app/${key}/manifest.webmanifest`);

interface Manifest {
  id: string;
  name: string;
  icons: { src: string; sizes: string; purpose: string }[];
}

test('9.14 a page can be installed: it names a manifest, whose icons are as large as it says', async () => {
  const registrar = await world.as('registrar');
  const { body } = await registrar.get('/students');
  const [, address] = /<link rel="manifest" href="([^"]+)">/.exec(body)!;
  const answer = await visitor.get(address!);
  expect(answer.headers['content-type']).toContain('application/manifest+json');
  const manifest = answer.json<Manifest>();
  expect(manifest).toMatchObject({ name: world.school.ilorin.name, start_url: '/', scope: '/', display: 'standalone' });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of manifest.icons) {
    const icon = await visitor.get(src);
    expect(icon.headers).toMatchObject({ 'content-type': 'image/png' });
    const { width, height } = await new Transformer(icon.rawPayload).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('each institution is a separate app; users of several institutions install the product', async () => {
  const { ilorin, offa } = world.school;
  const [one, other] = [await manifestAt(keyOf(ilorin.id)), await manifestAt(keyOf(offa.id))].map((answer) =>
    answer.json<Manifest>(),
  );
  expect([one!.name, other!.name]).toEqual([ilorin.name, offa.name]);
  expect(one!.id).not.toBe(other!.id);
  const group = await world.as('group');
  expect((await group.get('/students')).body).toContain('href="/app/akada/manifest.webmanifest"');
  const narrowed = await group.get(`/students?institution_id=${offa.id}`);
  expect(narrowed.body).toContain(`href="/app/${keyOf(offa.id)}/manifest.webmanifest"`);
});

test('an institution cannot be found by guessing its key', async () => {
  const { ilorin } = world.school;
  const signed = keyOf(ilorin.id);
  const swapped = signed.replace(/^\d+/, String(world.school.offa.id));
  for (const key of [String(ilorin.id), `${ilorin.id}-`, `${ilorin.id}-${'A'.repeat(16)}`, swapped, 'other'])
    expect((await manifestAt(key)).statusCode, key).toBe(404);
  expect((await visitor.get(`/app/${signed}/icon-9999.png`)).statusCode).toBe(404);
});

test('a new colour or logo gives the icons another address', async () => {
  const { ilorin } = world.school;
  const sources = async () =>
    (await manifestAt(keyOf(ilorin.id))).json<Manifest>().icons.map(({ src }) => src.split('?v=')[1]);
  const before = await sources();
  await withClient(world.ownerUrl, (client) =>
    client.query(`update institutions set accent = '#204060' where id = ${ilorin.id}`),
  );
  expect(await sources()).not.toEqual(before);
});

test('a name with quotes stays a name', async () => {
  const { ilorin } = world.school;
  await withClient(world.ownerUrl, (client) =>
    client.query(`update institutions set short_name = $1 where id = $2`, ['"><script>alert(1)</script>', ilorin.id]),
  );
  const { body } = await (await world.as('registrar')).get('/students');
  expect(body).toContain('content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(body).not.toContain('<script>alert(1)');
});
