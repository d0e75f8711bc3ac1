import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { product } from '#product/features.ts';
import { startReachableSchool, startSchool, version } from '#test/harness/app.ts';
import { noAssets } from '#test/harness/no-assets.ts';

type World = Awaited<ReturnType<typeof startSchool>>;

/** What visitors see of a site that was not there before, which the application keeps for ten seconds. */
const front = async (world: World) => (await world.nobody().get('/sites/ilorin')).statusCode;

const publishSite = ({ database, school }: Pick<World, 'database' | 'school'>) =>
  database.asSystem([school.ilorin.id], (tx) =>
    tx.execute(sql`insert into sites (institution_id, slug, is_published) values (${school.ilorin.id}, 'ilorin', true)
      on conflict (institution_id) do update set slug = 'ilorin', is_published = true`),
  );

async function within<T>(work: (world: World) => Promise<T>): Promise<T> {
  const world = await startSchool();
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}

test('a world finds nothing of the one before, whose application and database it has', async () => {
  const first = await within(async (world) => {
    await publishSite(world);
    expect(await front(world)).toBe(200);
    const { services, database, sent } = world;
    await database.anonymous((tx) => services.jobs.send(tx, 'imports.check' as never, {}));
    expect(sent).toHaveLength(1);
    await mkdir(join(services.environment.dataFolder, 'files'), { recursive: true });
    await writeFile(join(services.environment.dataFolder, 'files/left'), 'behind');
    Object.assign(services, { jobs: null, hostLookup: () => {} });
    Object.assign(services.environment, { isProduction: true, publicUrl: 'https://elsewhere.example' });
    Object.assign(database, { read: () => Promise.reject(new Error('not by this way')) });
    return { ...world, cookies: (await world.as('registrar')).cookies };
  });
  await within(async (world) => {
    expect([world.app, world.appUrl]).toEqual([first.app, first.appUrl]);
    expect(world.app).toBe(first.app);
    expect(await front(world)).toBe(404);
    expect(world.sent).toEqual([]);
    expect(world.services.jobs).not.toBeNull();
    expect(Object.keys(world.services)).not.toContain('hostLookup');
    expect(world.services.environment).toEqual({
      dataFolder: world.services.environment.dataFolder,
      isProduction: false,
    });
    expect(await readdir(world.services.environment.dataFolder)).toEqual([]);
    await (await world.as('registrar')).page('/students');
  });
});

test('an application that drained, listened or was closed serves no other world', async () => {
  for (const spend of [
    (world: World) => world.app.drain(),
    (world: World) => world.app.listen({ port: 0, host: '127.0.0.1' }),
    (world: World) => world.app.close(),
  ]) {
    const spent = await within(async (world) => spend(world).then(() => world.app));
    await within(async (world) => {
      expect(world.app).not.toBe(spent);
      expect((await world.app.inject('/health/ready')).statusCode).toBe(200);
    });
  }
});

test('worlds that browsers reach have one application at one address, and find nothing of the one before', async () => {
  const open = () => startReachableSchool(() => ({ product, assets: noAssets(tmpdir(), version) }));
  const first = await open();
  await publishSite(first);
  const front = async (world: typeof first) => (await fetch(`${world.url}/sites/ilorin`)).status;
  expect(await front(first)).toBe(200);
  const { version: usual } = first.services.assets;
  first.services.assets.version = 'another';
  await first.close();

  const second = await open();
  expect([second.url, await front(second)]).toEqual([first.url, 404]);
  expect(second.app).toBe(first.app);
  expect(second.services.assets.version).toBe(usual);
  await second.app.drain();
  await second.close();

  const third = await open();
  expect(third.app).not.toBe(second.app);
  expect(await front(third)).toBe(404);
  // It has no files: no browser of a later test may come to it.
  await third.app.drain();
  await third.close();
});
