import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '#kernel/database.ts';
import { freshDatabase } from '#test/harness/database.ts';
import { copiedDemonstration } from '#test/harness/demonstration.ts';
import { beginsEmpty, fillWhenEmpty } from './first-run.ts';
import type { Services } from '#web/routes.ts';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
const start = async (isEmptyWanted: boolean, over = database) => {
  const services = { database: over, files: null, secret: Buffer.alloc(32, 7) } as unknown as Services;
  const lines = await fillWhenEmpty(services, isEmptyWanted, false);
  return lines('http://localhost:3000').join('\n');
};

beforeAll(async () => {
  fresh = await freshDatabase();
  database = connect({ url: fresh.appUrl, max: 4 });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

test('an empty start leads to the set-up page, and so do later ones until it was used', async () => {
  const address = /http:\/\/localhost:3000\/setup\?token=[\w-]{20,}/;
  const first = await start(true);
  expect(first).toMatch(address);
  const second = await start(false);
  expect(second).toMatch(address);
  expect(second).not.toBe(first);
});

test('a database that the operator names gets the demonstration only if it is asked for', () => {
  const named = 'postgres://akada@db/akada';
  expect([beginsEmpty([], undefined), beginsEmpty(['--empty'], undefined)]).toEqual([false, true]);
  expect([beginsEmpty([], named), beginsEmpty(['--demo'], named)]).toEqual([true, false]);
});

test('the demo group is loaded once, even by two processes that start together, with a sign-in line for every role', async () => {
  const { appUrl, drop, said } = await copiedDemonstration();
  const told = said.join('');
  expect(said).toHaveLength(2);
  expect(said).toContain('');
  for (const role of ['Owner', 'Registrar', 'Bursar', 'Teacher', 'Student', 'Guardian']) expect(told).toContain(role);
  const loaded = connect({ url: appUrl, max: 1 });
  try {
    expect(await start(false, loaded)).toBe('');
    expect(await start(true, loaded)).toBe('');
  } finally {
    await loaded.close();
    await drop();
  }
});
