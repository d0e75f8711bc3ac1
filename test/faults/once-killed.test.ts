import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { removeFolder } from '#test/harness/postgres.ts';
import { password } from '#test/school.ts';
import { signedIn } from './clerk.ts';
import { install, type Site } from './site.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let site: Site;
beforeAll(async () => {
  world = await startSchool();
  site = install({ databaseUrl: world.ownerUrl });
  await site.start();
});
afterAll(async () => {
  await site?.end('SIGKILL');
  if (site) removeFolder(site.dataFolder);
  await world?.close();
});

test('kill -9 of the server between the action and the stored answer leaves neither, and the same form then acts once', async () => {
  const clerk = await signedIn(site, { role: 'Registrar', username: 'registrar', password }, '10.8.0.1');
  const key = randomUUID();
  const form = { institutionId: world.school.ilorin.id, surname: 'Killed', firstName: 'Once' };
  const send = () => clerk.post('/students', form, key);
  const counted = () =>
    world.database.asSystem([world.school.ilorin.id], async (tx) => {
      const { rows } =
        await tx.execute(sql`select (select count(*)::int from students where surname = 'Killed') as students,
        (select count(*)::int from audit_entries where action = 'students.create' and summary ~ 'Killed') as entries,
        (select count(*)::int from idempotency_keys) as keys`);
      return rows[0];
    });

  await withClient(world.ownerUrl, async (client) => {
    // Whoever keeps an answer waits: by then the student is written.
    await client.query(`create function hold() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(77); return new; end'`);
    await client.query('create trigger hold before update on idempotency_keys for each row execute function hold()');
    await client.query('select pg_advisory_lock(77)');
    const sending = send();
    const isHeld = `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
    await expect.poll(async () => (await client.query(isHeld)).rowCount).toBe(1);
    await site.end('SIGKILL');
    expect((await sending).status).toBe(0);
    await client.query('select pg_advisory_unlock(77)');
    await client.query('drop trigger hold on idempotency_keys');
  });

  await site.start();
  // On a busy machine a server that has just started turns requests away.
  await site.heal();
  expect(await counted()).toEqual({ students: 0, entries: 0, keys: 0 });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status, second.location]).toEqual([303, 303, first.location]);
  expect(await counted()).toEqual({ students: 1, entries: 1, keys: 1 });
});
