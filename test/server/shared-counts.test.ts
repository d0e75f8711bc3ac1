import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { countHere, countStore } from '../../bin/server/shared-counts.ts';

test('a count begins again when its time is over', () => {
  let now = 0;
  const count = countHere(() => now);
  expect([count('a', 1000), count('a', 1000), count('b', 1000)]).toMatchObject([
    { current: 1, ttl: 1000 },
    { current: 2 },
    { current: 1 },
  ]);
  now = 999;
  expect(count('a', 1000)).toEqual({ current: 3, ttl: 1 });
  now = 1000;
  expect(count('a', 1000)).toEqual({ current: 1, ttl: 1000 });
});

test('processes that count in one place refuse what goes beyond the limit, whoever served the rest', async () => {
  const here = countHere();
  const processOf = async () => {
    const app = fastify();
    const store = countStore(async (key, timeWindow) => here(key, timeWindow));
    await app.register(rateLimit, { max: 4, timeWindow: '1 minute', store });
    app.get('/all', async () => 'all');
    app.get('/few', { config: { rateLimit: { max: 2 } } }, async () => 'few');
    return app;
  };
  const apps = await Promise.all([processOf(), processOf()]);
  const ask = async (path: string, at: number) => (await apps[at % 2]!.inject(path)).statusCode;
  const asked = async (path: string, times: number) => {
    const codes: number[] = [];
    for (let at = 0; at < times; at += 1) codes.push(await ask(path, at));
    return codes;
  };
  expect(await asked('/few', 3)).toEqual([200, 200, 429]);
  expect(await asked('/all', 5)).toEqual([200, 200, 200, 200, 429]);
  await Promise.all(apps.map((app) => app.close()));
});
