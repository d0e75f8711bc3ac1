import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#kernel/database.ts';
import { createApp } from '#product/app.ts';
import { Browser, startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

/** A database that undoes so many writes at their end, as one that found a deadlock. */
function crossed(database: Database, times: number): Database {
  let left = times;
  return {
    ...database,
    write: (actor, work) =>
      database.write(actor, async (tx) => {
        const result = await work(tx);
        if (left-- > 0) throw new Error('Failed query', { cause: Object.assign(new Error(), { code: '40P01' }) });
        return result;
      }),
  };
}

/** How many courses have the code, and how many entries of the audit log name it. */
const written = (code: string) =>
  world.database.asSystem([world.school.ilorin.id], async (tx) => {
    const found = await tx.execute<{ courses: number; entries: number }>(
      sql`select (select count(*)::int from courses where code = ${code}) as courses,
        (select count(*)::int from audit_entries where summary like ${`%${code}%`}) as entries`,
    );
    return Object.values(found.rows[0]!);
  });

test('a deadlock is retried, once; after the third the user gets a message', async () => {
  for (const [times, status] of [
    [2, 303],
    [3, 503],
  ] as const) {
    const services = { ...world.services, database: crossed(world.database, times) };
    const app = await createApp(services, { requestsPerMinute: false, maxEventLoopDelay: 0 });
    const browser = new Browser(app, services.secret, (await world.as('registrar')).cookies);
    const course = { institutionId: world.school.ilorin.id, code: `CROSS ${times}`, title: 'Crossed', creditUnits: 1 };
    expect((await browser.post('/courses', course)).statusCode).toBe(status);
    expect(await written(`CROSS ${times}`)).toEqual(status === 303 ? [1, 1] : [0, 0]);
    await app.close();
  }
});
