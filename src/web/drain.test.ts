import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

test('a server that ends serves who is there, closes each connection with its answer and sends the balancer away', async () => {
  const { app } = world;
  expect((await app.inject('/health/ready')).statusCode).toBe(200);
  await app.drain();
  const page = await app.inject('/sign-in');
  expect([page.statusCode, page.headers.connection]).toEqual([200, 'close']);
  expect((await app.inject('/health/ready')).statusCode).toBe(503);
  expect((await app.inject('/health/live')).statusCode).toBe(200);
});
