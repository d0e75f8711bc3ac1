import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#kernel/database.ts';
import { createApp } from '#web/app.ts';
import { sessionCookie } from '#web/requests.ts';
import { Browser, startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

/** A database in which somebody's access changes so many times just before it is read. */
function restless(database: Database, times: number): Database {
  let left = times;
  return {
    ...database,
    async read(actor, work) {
      if (left-- > 0)
        await database.anonymous((tx) => tx.execute(sql`update accounts set access_version = access_version + 1`));
      return database.read(actor, work);
    },
  };
}

test('who is changed again and again while he asks is served, or told to come again, and never signed out', async () => {
  for (const [times, status] of [
    [3, 200],
    [100, 503],
  ] as const) {
    const services = { ...world.services, database: restless(world.database, times) };
    const app = await createApp(services, { requestsPerMinute: false });
    const browser = new Browser(app, services.secret, (await world.as('registrar')).cookies);
    expect((await browser.get('/account')).statusCode).toBe(status);
    expect(browser.cookies[sessionCookie]).toBeDefined();
    await app.close();
  }
});
