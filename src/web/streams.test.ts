import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { notify } from '#kernel/notify.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import type { Inbox } from './client/inbox/inbox.ts';
import { streamsAnAccount } from './streams.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let open: { close(): void }[] = [];
beforeAll(async () => {
  world = await startSchool({ heartbeat: 200 });
  await world.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  for (const stream of open) stream.close();
  open = [];
});
afterAll(() => world?.close());

/** A stream over a real socket: what it said so far, and whether it is over. */
async function listen(browser: Browser, from = world) {
  const { port } = from.app.server.address() as AddressInfo;
  const cookie = Object.entries(browser.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const headers = { cookie, accept: 'text/event-stream', 'accept-encoding': 'gzip, br' };
  const request = get({ port, path: '/notifications/stream', agent: false, headers });
  request.on('error', () => {});
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const heard = { text: '', isOver: false };
  answer.setEncoding('utf8').on('data', (text: string) => void (heard.text += text));
  answer.on('close', () => void (heard.isOver = true));
  answer.on('error', () => {});
  const stream = {
    answer,
    heard,
    inboxes: () => [...heard.text.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => JSON.parse(json!) as Inbox),
    close: () => void request.destroy(),
  };
  open.push(stream);
  return stream;
}

const tell = (username: 'teacher' | 'registrar', title: string) =>
  world.database.asSystem([world.school.ilorin.id], (tx) =>
    notify(tx, {
      institutionId: world.school.ilorin.id,
      to: [world.school.accounts[username]],
      kind: 'imports.done',
      title,
    }),
  );
const titles = (stream: Awaited<ReturnType<typeof listen>>) =>
  stream
    .inboxes()
    .at(-1)!
    .latest.map(({ title }) => title);

test('an event reaches only its account, uncompressed and unbuffered, after the current state', async () => {
  await tell('teacher', 'Before');
  const [teacher, registrar] = [await listen(await world.as('teacher')), await listen(await world.as('registrar'))];
  expect([
    teacher.answer.statusCode,
    teacher.answer.headers['content-type'],
    teacher.answer.headers['content-encoding'],
  ]).toEqual([200, 'text/event-stream; charset=utf-8', undefined]);
  expect(teacher.answer.headers).toMatchObject({
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  await expect.poll(() => teacher.inboxes().length).toBe(1);
  expect(titles(teacher)).toEqual(['Before']);
  await tell('teacher', 'Now');
  await expect.poll(() => titles(teacher)).toEqual(['Now', 'Before']);
  expect(teacher.inboxes().at(-1)).toMatchObject({ unread: 2, accountId: world.school.accounts.teacher });
  expect(registrar.inboxes()).toMatchObject([{ unread: 0, latest: [] }]);
});

test('says every now and then that it lives, and nothing twice', async () => {
  const stream = await listen(await world.as('teacher'));
  await expect.poll(() => stream.heard.text.match(/^:$/gm)?.length ?? 0).toBeGreaterThan(2);
  expect(stream.inboxes()).toHaveLength(1);
});

test('a rollback sends nothing', async () => {
  const stream = await listen(await world.as('registrar'));
  await world.database
    .asSystem([world.school.ilorin.id], async (tx) => {
      await notify(tx, {
        institutionId: world.school.ilorin.id,
        to: [world.school.accounts.registrar],
        kind: 'imports.done',
        title: 'Never',
      });
      throw new Error('undone');
    })
    .catch(() => {});
  await tell('registrar', 'After it');
  await expect.poll(() => titles(stream)).toEqual(['After it']);
});

test('ends at once when its session does, and not those of other devices', async () => {
  const slow = await startSchool();
  await slow.app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const browser = await slow.as('teacher');
    const [mine, other] = [await listen(browser, slow), await listen(await slow.as('teacher'), slow)];
    await expect.poll(() => other.inboxes().length).toBe(1);
    await browser.post('/sign-out');
    // Long before the next sign of life, which comes after 25 s.
    await expect.poll(() => mine.heard.isOver).toBe(true);
    expect(mine.heard.text).toContain('event: over');
    expect(other.heard.isOver).toBe(false);
  } finally {
    await slow.close();
  }
});

test('ends at the next heartbeat when the account is disabled; continues without a lost institution', async () => {
  const { accounts, ilorin } = world.school;
  const [cashier, bursar] = [await listen(await world.as('cashier')), await listen(await world.as('bursar'))];
  await world.database.asSystem([ilorin.id], async (tx) => {
    await notify(tx, { institutionId: ilorin.id, to: [accounts.bursar], kind: 'imports.done', title: 'Of Ilorin' });
  });
  await expect.poll(() => titles(bursar)).toEqual(['Of Ilorin']);
  await world.database.asSystem([ilorin.id], async (tx) => {
    await tx.execute(sql`update accounts set disabled_at = now() where id = ${accounts.cashier}`);
    await tx.execute(sql`delete from memberships where account_id = ${accounts.bursar}`);
  });
  await expect.poll(() => cashier.heard.isOver).toBe(true);
  await expect.poll(() => titles(bursar)).toEqual([]);
  expect(bursar.heard.isOver).toBe(false);
});

test('an account has so many at most: the oldest gives way', async () => {
  const browser = await world.as('owner');
  const streams: Awaited<ReturnType<typeof listen>>[] = [];
  for (let at = 0; at < streamsAnAccount + 2; at += 1) streams.push(await listen(browser));
  await expect.poll(() => streams.filter(({ heard }) => heard.isOver).length).toBe(2);
  expect(streams.slice(0, 2).every(({ heard }) => heard.isOver)).toBe(true);
  // Or it would take the place back from another within a second, and so on for ever.
  expect(streams.slice(0, 2).every(({ heard }) => heard.text.endsWith('event: full\ndata:\n\n'))).toBe(true);
});

test('a process has a limit of streams: further browsers are refused and poll instead', async () => {
  const small = await startSchool({ streams: 1 });
  await small.app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const first = await listen(await small.as('teacher'), small);
    const { answer } = await listen(await small.as('registrar'), small);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60']);
    const { statusCode } = await (
      await small.as('registrar')
    ).get('/notifications/stream', { accept: 'application/json' });
    expect(statusCode).toBe(200);
    first.close();
    await expect.poll(async () => (await listen(await small.as('registrar'), small)).answer.statusCode).toBe(200);
  } finally {
    await small.close();
  }
});

test('visitors get none, and clients that accept no stream get one answer', async () => {
  const { statusCode } = (await listen(world.nobody())).answer;
  expect(statusCode).toBe(401);
  const once = await (await world.as('owner')).get('/notifications/stream', { accept: 'application/json' });
  expect([once.statusCode, once.headers['cache-control'], once.json<Inbox>().unread]).toEqual([200, 'no-store', 0]);
});

test('continues when PostgreSQL closes the listening connection, and misses nothing', async () => {
  const stream = await listen(await world.as('principal'));
  await expect.poll(() => stream.inboxes().length).toBe(1);
  const listening = `select pid from pg_stat_activity where query ilike 'listen %' and datname = current_database()`;
  const pids = () => withClient(world.ownerUrl, async (client) => (await client.query(listening)).rows.length);
  await expect.poll(pids).toBe(1);
  await withClient(world.ownerUrl, (client) =>
    client.query(`select pg_terminate_backend(pid) from (${listening}) one`),
  );
  const { ilorin, accounts } = world.school;
  const tellPrincipal = (title: string) =>
    world.database.asSystem([ilorin.id], (tx) =>
      notify(tx, { institutionId: ilorin.id, to: [accounts.principal], kind: 'imports.done', title }),
    );
  await tellPrincipal('While it was deaf');
  await expect.poll(() => titles(stream)).toEqual(['While it was deaf']);
  await expect.poll(pids).toBe(1);
});

test('holds up no server that ends, and none is begun then', async () => {
  const ending = await startSchool();
  await ending.app.listen({ port: 0, host: '127.0.0.1' });
  const browser = await ending.as('teacher');
  const stream = await listen(browser, ending);
  await expect.poll(() => stream.inboxes().length).toBe(1);
  await ending.app.drain();
  await expect.poll(() => stream.heard.isOver).toBe(true);
  expect((await listen(browser, ending)).answer.statusCode).toBe(503);
  // Less than the 65 seconds after which an idle connection is closed anyway.
  await Promise.race([ending.close(), wait(50_000).then(() => Promise.reject(new Error('The server did not end.')))]);
});

test('a server that ends without draining ends them too', async () => {
  const ending = await startSchool();
  await ending.app.listen({ port: 0, host: '127.0.0.1' });
  const stream = await listen(await ending.as('teacher'), ending);
  await Promise.race([ending.close(), wait(15_000).then(() => Promise.reject(new Error('The server did not end.')))]);
  await expect.poll(() => stream.heard.isOver).toBe(true);
});
