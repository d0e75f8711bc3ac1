import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

test('a server that ends first only fails its readiness check, then serves running requests and closes each connection with its answer', async () => {
  const { app } = world;
  expect((await app.inject('/health/ready')).statusCode).toBe(200);
  const left = app.leave(0.5);
  const health = await app.inject('/health/ready');
  expect([health.statusCode, health.json()]).toEqual([503, { status: 'draining' }]);
  const before = await app.inject('/sign-in');
  expect([before.statusCode, before.headers.connection]).toEqual([200, 'keep-alive']);
  await left;
  await app.drain();
  const page = await app.inject('/sign-in');
  expect([page.statusCode, page.headers.connection]).toEqual([200, 'close']);
  expect((await app.inject('/health/ready')).statusCode).toBe(503);
  expect((await app.inject('/health/live')).statusCode).toBe(200);
});

test('whose request was under way does not keep a server that ends waiting for the next one', async () => {
  const busy = await startSchool();
  const { app } = busy;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const { cookies } = await busy.as('registrar');
  const headers = {
    cookie: Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
    accept: 'text/html',
  };
  await withClient(busy.ownerUrl, async (client) => {
    await client.query('begin; lock table students');
    const answered = once(get({ port, path: '/students', agent, headers }), 'response') as Promise<[IncomingMessage]>;
    // It stands before the locked table.
    const held = `select from pg_stat_clear_snapshot(), pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await client.query(held)).rowCount).toBe(1);
    await app.drain();
    const closed = app.close();
    await client.query('rollback');
    const [answer] = await answered;
    answer.resume();
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
    const isClosed = await Promise.race([closed.then(() => true), wait(15_000, false)]);
    expect(isClosed).toBe(true);
  });
  agent.destroy();
});
