import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { ownAmong } from '#kernel/own-family/own-family.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world?.close());

test('the own family is found by its contacts without reading the other guardians, and in no other institution', async () => {
  const { ilorin, offa } = world.school;
  const asked = (here: number, seen: number[]) =>
    world.database.asSystem(seen, async (tx) => {
      const guardiansRead = async () => {
        const { rows } = await tx.execute<{ read: number }>(
          sql`select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'guardians'`,
        );
        return rows[0]!.read;
      };
      const before = await guardiansRead();
      const { rows } = await tx.execute(
        sql`select from akada_own_family((select id from accounts where username = 'registrar'), ${here})
          where kind = 'guardian'`,
      );
      return { found: rows.length, read: (await guardiansRead()) - before };
    });
  await world.database.asSystem([ilorin.id], async (tx) => {
    await tx.execute(sql`update accounts set email = 'own@example.ng' where username = 'registrar'`);
    await tx.execute(sql`insert into guardians (institution_id, surname, first_name, email)
      select ${ilorin.id}, 'Many', 'Guardian', case n when 1 then 'Own@Example.ng' else 'g' || n || '@example.ng' end
      from generate_series(1, 3000) n`);
  });
  // As autovacuum does: plans of this connection are from when there were few.
  await withClient(world.ownerUrl, (client) => client.query('analyze guardians'));
  const mine = await asked(ilorin.id, [ilorin.id]);
  expect(mine.found).toBe(1);
  expect(mine.read).toBeLessThan(10);
  expect(await asked(ilorin.id, [offa.id])).toEqual({ found: 0, read: 0 });
});

test('the own family is looked for once, however many records a request names', async () => {
  const { ilorin } = world.school;
  const looks = (students: number[]) =>
    world.database.asSystem([ilorin.id], async (tx) => {
      const scans = async () => {
        const { rows } = await tx.execute<{ scans: number }>(
          sql`select (seq_scan + idx_scan)::int as scans from pg_stat_xact_user_tables where relname = 'memberships'`,
        );
        return rows[0]!.scans;
      };
      const before = await scans();
      const { rows } = await tx.execute<{ id: number }>(sql`select id from accounts where username = 'registrar'`);
      const actor = { ...systemActor(ilorin.id, 'A test'), accountId: Number(rows[0]!.id) };
      expect(await ownAmong(tx, actor, { students })).toEqual([]);
      return (await scans()) - before;
    });
  const all = Object.values(ilorin.studentIds);
  expect(all.length).toBeGreaterThan(2);
  expect(await looks(all)).toBe(await looks(all.slice(0, 1)));
});
