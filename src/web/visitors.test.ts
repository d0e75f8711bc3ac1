import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csrfToken } from './csrf.ts';
import { visitorCookie } from './cookies.ts';
import { newVisitor } from './visitors.ts';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

const signIn = (cookie: string) =>
  world.app.inject({
    method: 'POST',
    url: '/sign-in',
    cookies: { [visitorCookie]: cookie },
    headers: { 'x-csrf-token': csrfToken(world.services.secret, cookie), accept: 'application/json' },
    payload: { identifier: 'nobody', password: 'wrong' },
  });

test('a visitor cookie that this server did not sign counts as none', async () => {
  const own = newVisitor(world.services.secret);
  expect((await signIn(own)).statusCode).toBe(422);
  const forged = [
    'a'.repeat(22),
    newVisitor(randomBytes(32)),
    `${'a'.repeat(22)}.${own.split('.')[1]}`,
    `${own.split('.')[0]}.${'A'.repeat(22)}`,
  ];
  for (const cookie of forged) {
    expect([cookie, (await signIn(cookie)).statusCode]).toEqual([cookie, 403]);
    const { cookies } = await world.app.inject({ url: '/sign-in', cookies: { [visitorCookie]: cookie } });
    expect(cookies.find(({ name }) => name === visitorCookie)?.value).toMatch(/^[\w-]{22}\.[\w-]{22}$/);
  }
  const kept = await world.app.inject({ url: '/sign-in', cookies: { [visitorCookie]: own } });
  expect(kept.cookies.find(({ name }) => name === visitorCookie)).toBeUndefined();
});
