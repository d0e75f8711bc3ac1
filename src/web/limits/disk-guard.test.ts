import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { roomIn } from '#kernel/disk.ts';
import { createApp } from '#product/app.ts';
import { isCsrfToken } from '#web/csrf.ts';
import { Browser, startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

test('with little room left people sign in and read; what would be saved is refused and says why', async () => {
  let hasRoom = false;
  const services = { ...world.services, hasRoom: () => hasRoom };
  const app = await createApp(services, { requestsPerMinute: false, maxEventLoopDelay: 0 });
  const registrar = await world.as('registrar');
  const browser = new Browser(app, services.secret, registrar.cookies);
  const course = { institutionId: world.school.ilorin.id, code: 'ROOM', title: 'Room', creditUnits: 1 };

  expect((await browser.get('/students')).statusCode).toBe(200);
  const refused = await browser.post('/courses', course);
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('5');
  expect(refused.json<{ message: string }>().message).toContain('disk is full');
  const signedIn = await new Browser(app, services.secret, {}).post('/sign-in', { identifier: 'x', password: 'y' });
  expect(signedIn.statusCode).toBe(422);

  hasRoom = true;
  expect((await browser.post('/courses', course)).statusCode).toBe(303);
  await app.close();
});

test('a database that is away at the first request of a start is reported with a message', async () => {
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  const database = { ...world.services.database, anonymous: () => Promise.reject(gone) };
  const app = await createApp({ ...world.services, database }, { requestsPerMinute: false, maxEventLoopDelay: 0 });
  const visitor = new Browser(app, world.services.secret, {});
  const host = 'akada.school.ng';
  const sent = await visitor.post('/sign-in', { identifier: 'x', password: 'y' }, { host });
  const page = await visitor.get('/sign-in', { host, accept: 'text/html' });
  expect([sent.statusCode, page.statusCode]).toEqual([503, 503]);
  for (const { body } of [sent, page]) expect(body).toContain('The database is not responding');
  await app.close();
});

test('while the database is away a page keeps the token of the session, and the address that was known', async () => {
  let isAway = false;
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  const away =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    (...args: Args) =>
      isAway ? Promise.reject(gone) : work(...args);
  const { anonymous, read, write } = world.services.database;
  const database = { ...world.services.database, anonymous: away(anonymous), read: away(read), write: away(write) };
  const app = await createApp(
    { ...world.services, database: database as never },
    { requestsPerMinute: false, maxEventLoopDelay: 0 },
  );
  const { cookies } = await world.as('registrar');
  const ask = (url: string, more: object = {}) =>
    app.inject({
      url,
      cookies,
      ...more,
      headers: { host: 'akada.school.ng', accept: 'text/html', ...(more as { headers?: object }).headers },
    });
  const tokenIn = ({ body }: { body: string }) => /csrf-token" content="([^"]+)/.exec(body)![1];

  const before = await ask('/students');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  isAway = true;
  const during = await ask('/students');
  clock.mockRestore();
  expect([before.statusCode, during.statusCode]).toEqual([200, 503]);
  for (const page of [before, during])
    expect(isCsrfToken(world.services.secret, cookies['akada_session']!, tokenIn(page))).toBe(true);
  expect(
    (await app.inject({ url: '/sign-in', headers: { host: 'akada.school.ng', accept: 'text/html' } })).statusCode,
  ).toBe(200);
  await app.close();
});

test('a folder that cannot be asked has room', () => {
  expect(roomIn('/nowhere')()).toBe(true);
});
