import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool({ requestsPerMinute: 5 })));
afterAll(() => world.close());

test('too many requests are refused; a made-up session cookie does not reset the count', async () => {
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

test('guessed addresses count too, also below the limit for pictures; the pictures of a page do not', async () => {
  const small = await startSchool({ requestsPerMinute: 5 });
  const statuses = async (urls: string[]) => {
    const found: number[] = [];
    for (const url of urls) found.push((await small.app.inject({ url, headers: { accept: 'text/html' } })).statusCode);
    return found;
  };
  const numbers = Array.from({ length: 8 }, (_, at) => at);
  try {
    const pictures = numbers.map((at) => `/pictures/${String(at).padStart(22, 'a')}/480.webp`);
    expect(new Set(await statuses(pictures))).toEqual(new Set([404]));
    expect((await statuses(numbers.map((at) => `/pictures/there/is/none/${at}`))).slice(5)).toEqual([429, 429, 429]);
  } finally {
    await small.close();
  }
});

test('behind a proxy counts the address that the proxy saw, not what a visitor says of himself, nor a scheme that is none', async () => {
  const proxied = await startSchool({ requestsPerMinute: 5, trustProxy: true });
  const ask = (url: string, said: string) =>
    proxied.app.inject({ url, headers: { accept: 'application/json', 'x-forwarded-for': `${said}, 192.0.2.1` } });
  try {
    expect((await ask('/metrics', '127.0.0.1')).statusCode).toBe(404);
    const garbled = { accept: 'text/html', 'x-forwarded-proto': '=1+1', 'x-forwarded-for': '203.0.113.9' };
    expect((await proxied.app.inject({ url: '/sites/ilorin', headers: garbled })).statusCode).toBe(404);
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await ask('/sign-in', `198.51.100.${at}`)).statusCode);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  } finally {
    await proxied.close();
  }
});
