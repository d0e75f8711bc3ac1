import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { pendingCodes } from '../passwords/password.routes.ts';

// Counted: a clock would be wrong on a busy machine. That a password is judged for nobody too, sign-in.test.ts says.
const { createHmac } = crypto;
let hashes = 0;
function countHashes(made: typeof createHmac) {
  crypto.createHmac = made;
  syncBuiltinESMExports();
}

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => {
  world = await startSchool();
  await world.database.anonymous((tx) =>
    tx.execute(sql`update accounts set disabled_at = now() where username = 'applicant'`),
  );
});
afterAll(() => world.close());

/** What the server does for a form: its statements, without their values, and the keyed hashes that it computes. */
async function workOf(url: string, form: object) {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  hashes = 0;
  countHashes((...given) => {
    hashes += 1;
    return createHmac(...given);
  });
  const { statusCode, body } = await world.nobody().post(url, form);
  const statements = query.mock.calls.map(([first]: unknown[]) =>
    typeof first === 'string' ? first : (first as { text: string }).text,
  );
  query.mockRestore();
  countHashes(createHmac);
  return { statusCode, body, statements, hashes };
}

test.each([
  ['/sign-in', { password: 'wrong' }],
  ['/reset-password', { code: '00000000', password: 'yellow yam and palm oil' }],
])('%s does the same for known and unknown names, first and later', async (url, form) => {
  // What is done once in a process, not for a name.
  await workOf(url, { ...form, identifier: 'warm.up' });
  await workOf('/forgot-password', { identifier: 'cashier' });
  await pendingCodes();
  for (const _ of ['first', 'later']) {
    const unknown = await workOf(url, { ...form, identifier: 'nobody.here' });
    expect(unknown.statusCode).toBe(422);
    expect(unknown.statements.length).toBeGreaterThan(3);
    expect(unknown.hashes).toBeGreaterThan(1);
    for (const identifier of ['bursar', 'cashier', 'applicant'])
      expect([identifier, await workOf(url, { ...form, identifier })]).toEqual([identifier, unknown]);
  }
});

test('the answer of /forgot-password does not wait for the code that a known name gets', async () => {
  const codes = () =>
    world.database
      .asSystem([world.school.ilorin.id], (tx) =>
        tx.execute(sql`select 1 from outbox where recipient = 'principal@example.com'`),
      )
      .then(({ rows }) => rows.length);
  await world.database.anonymous(async (tx) => {
    await tx.execute(sql`select 1 from accounts where username = 'principal' for update`);
    const [known, unknown] = await Promise.all(
      ['principal', 'nobody.here'].map((identifier) => world.nobody().post('/forgot-password', { identifier })),
    );
    expect([known!.statusCode, known!.body]).toEqual([unknown!.statusCode, unknown!.body]);
    expect(known!.statusCode).toBe(303);
    expect(await codes()).toBe(0);
  });
  await pendingCodes();
  expect(await codes()).toBe(1);
});
