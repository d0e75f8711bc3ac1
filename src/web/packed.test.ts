import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world?.close());

const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

test.for([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', undefined],
] as const)('to a browser that takes %s a page is sent as %s', async ([accepted, encoding]) => {
  const registrar = await world.as('registrar');
  const version = /"version":"([^"]+)"/.exec((await registrar.get('/students')).body)![1]!;
  for (const swap of [{}, { 'x-inertia': 'true', 'x-inertia-version': version }]) {
    const answer = await registrar.send({
      method: 'GET',
      url: '/students',
      headers: { accept: 'text/html', 'accept-encoding': accepted, ...swap },
    });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary?.toString().toLowerCase()).toContain('accept-encoding');
    const bytes = answer.rawPayload;
    const plain = encoding ? unpack[encoding](bytes) : bytes;
    expect(plain.toString()).toContain('Adébáyọ̀');
    expect(Number(answer.headers['content-length'])).toBe(bytes.length);
  }
});

test('pages that are packed at the same time come whole, each by itself', async () => {
  const registrar = await world.as('registrar');
  const searches = Array.from({ length: 30 }, (_, at) => `nobody-${at}`);
  await Promise.all(
    searches.map(async (q) => {
      const { rawPayload } = await registrar.send({
        method: 'GET',
        url: `/students?q=${q}`,
        headers: { accept: 'text/html', 'accept-encoding': 'zstd' },
      });
      expect(zstdDecompressSync(rawPayload).toString()).toMatch(
        new RegExp(`"url":"/students\\?q=${q}".*</html>\\s*$`, 's'),
      );
    }),
  );
});

test('a page that is asked for again comes as it was, and another once a name in it has changed', async () => {
  const registrar = await world.as('registrar');
  const id = world.school.ilorin.studentIds['Ada Obi'];
  const version = /"version":"([^"]+)"/.exec((await registrar.get('/students')).body)![1]!;
  const read = async () => {
    const headers = { 'x-inertia': 'true', 'x-inertia-version': version, 'accept-encoding': 'zstd' };
    const { rawPayload } = await registrar.send({ method: 'GET', url: `/students/${id}`, headers });
    return zstdDecompressSync(rawPayload).toString();
  };
  const first = await read();
  expect(first).toContain('Ada');
  expect(await read()).toBe(first);
  await withClient(world.ownerUrl, (client) =>
    client.query(`update students set middle_name = 'Ronke' where id = $1`, [id]),
  );
  expect(await read()).toContain('Ronke');
});
