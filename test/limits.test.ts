import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool({ requestsPerMinute: 5 })));
afterAll(() => world.close());

test('who asks too often is told to wait; a made-up session cookie does not start a new count', async () => {
  const statuses: number[] = [];
  for (let at = 0; at < 7; at += 1) {
    const { statusCode } = await world.app.inject({
      url: '/sign-in',
      cookies: { akada_session: `made-up-${at}` },
      headers: { accept: 'application/json' },
    });
    statuses.push(statusCode);
  }
  expect(statuses.slice(0, 5).every((status) => status < 400)).toBe(true);
  expect(statuses.slice(5)).toEqual([429, 429]);
  const registrar = await world.as('registrar');
  expect((await registrar.get('/students')).statusCode).toBe(200);
});
