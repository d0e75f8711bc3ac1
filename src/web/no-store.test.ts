import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions } from '#kernel/identity.schema.ts';
import { sessionCookie } from '#web/requests.ts';
import { startSchool } from '#test/harness/app.ts';
import { noAssets } from '#test/harness/no-assets.ts';
import { password } from '#test/school.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let folder: string;
const secure = { 'x-forwarded-proto': 'https' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'akada-assets-'));
  await mkdir(join(folder, '.vite'));
  await Promise.all(['.vite/manifest.json', '.env', 'main-abc.js'].map((file) => writeFile(join(folder, file), '{}')));
  world = await startSchool({ trustProxy: true, assets: { ...noAssets(folder, 'test'), folder } });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

describe('what may be kept', () => {
  test('only files of the bundle are served from its folder', async () => {
    const statusOf = async (url: string) => (await world.nobody().get(url)).statusCode;
    expect(await statusOf('/assets/main-abc.js')).toBe(200);
    for (const url of ['/assets/.vite/manifest.json', '/assets/.env', '/assets/%2evite/manifest.json'])
      expect([url, await statusOf(url)]).toEqual([url, 404]);
  });

  test('codes, links and background answers are never cached', async () => {
    const registrar = await world.as('registrar');
    const owner = await world.as('owner');
    const id = world.school.ilorin.studentIds['Ada Obi'];
    const answers = await Promise.all([
      registrar.get('/students/find?q=oko', { accept: 'application/json' }),
      registrar.get(`/students/${id}`),
      registrar.get('/no/such/page'),
      owner.post('/accounts/1/reset-code'),
      owner.post('/accounts', {}),
      world.nobody().get('/invitations/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'),
      world.nobody().get('/setup?token=zq'),
      world.nobody().get('/health/ready'),
    ]);
    for (const { headers } of answers) expect(headers['cache-control']).toContain('no-store');
  });

  test('these routes can be cached', () => {
    const kept = world.app.declaredRoutes.filter(({ isKept }) => isKept).map(({ url }) => url);
    expect([...new Set(kept)].toSorted()).toEqual([
      '/',
      '/app/:key/:icon',
      '/app/:key/manifest.webmanifest',
      '/assets/*',
      '/calendar-feeds/:token.ics',
      '/employees/:id/photo/large',
      '/employees/:id/photo/small',
      '/guardians/:id/photo/large',
      '/guardians/:id/photo/small',
      '/institutions/:id/logo',
      '/offline',
      '/pictures/:token/:file',
      '/registers/offline',
      '/robots.txt',
      '/service-worker.js',
      '/sitemap.xml',
      '/sites/:slug',
      '/sites/:slug/*',
      '/sites/:slug/logo',
      '/sites/:slug/news',
      '/sites/:slug/news.atom',
      '/sites/:slug/news/:post',
      '/sites/:slug/pages/:page',
      '/sites/:slug/programs',
      '/sites/:slug/search',
      '/students/:id/photo/large',
      '/students/:id/photo/small',
    ]);
  });
});

describe('cookies', () => {
  const cookieOf = (answer: { headers: Record<string, unknown> }, name: string) =>
    [answer.headers['set-cookie'] ?? []].flat().find((one) => String(one).startsWith(`${name}=`)) as string | undefined;

  test('have the prefix __Host- under TLS, and their plain names without', async () => {
    const signIn = async (headers: Record<string, string>) =>
      world.nobody().post('/sign-in', { identifier: 'registrar', password }, headers);
    expect(cookieOf(await signIn({}), sessionCookie)).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    const browser = world.nobody();
    await browser.get('/sign-in', { ...secure, accept: 'text/html' });
    expect(Object.keys(browser.cookies)).toContain('__Host-akada_visitor');
    const answer = await browser.post('/sign-in', { identifier: 'registrar', password }, secure);
    expect(answer.statusCode).toBe(303);
    expect(cookieOf(answer, `__Host-${sessionCookie}`)).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect((await browser.get('/students', { ...secure, accept: 'text/html' })).statusCode).toBe(200);
    const out = await browser.post('/sign-out', {}, secure);
    expect(out.headers['clear-site-data']).toBe('"cache"');
    expect(browser.cookies).not.toHaveProperty(`__Host-${sessionCookie}`);
  });

  test('from an older release are renewed with the prefix; others without it are ignored', async () => {
    const browser = await world.as('registrar');
    const plain = browser.cookies[sessionCookie]!;
    const answer = await browser.get('/students', { ...secure, accept: 'text/html' });
    expect(answer.statusCode).toBe(200);
    expect(browser.cookies).toMatchObject({ [`__Host-${sessionCookie}`]: plain });
    expect(browser.cookies).not.toHaveProperty(sessionCookie);
    expect((await browser.get('/students', { ...secure, accept: 'text/html' })).statusCode).toBe(200);

    const planted = await world.as('registrar');
    await world.database.anonymous((tx) =>
      tx.update(sessions).set({ hasPlainCookie: false }).where(eq(sessions.hasPlainCookie, true)),
    );
    expect((await planted.get('/students', { ...secure, accept: 'application/json' })).statusCode).toBe(401);
  });

  test('that a neighbouring host set count for nothing beside one’s own', async () => {
    const [own, foreign] = [await world.as('registrar'), await world.as('teacher')];
    await own.get('/account', { ...secure, accept: 'text/html' });
    own.cookies[sessionCookie] = foreign.cookies[sessionCookie]!;
    const { body } = await own.get('/account', { ...secure, accept: 'text/html' });
    expect(body).toContain('The registrar');
    expect(body).not.toContain('The teacher');
  });
});
