import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { sealLog } from './seal-log.ts';
import { logHeads, verifyLog, type StoredHead } from './verify-log.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
});
afterAll(() => world.close());

const ask = async <Row extends Record<string, unknown>>(query: string) =>
  withClient(world.ownerUrl, async (client) => (await client.query<Row>(query)).rows);
const write = (summary: string, institutionId = ilorin) =>
  world.database.asSystem([institutionId], (tx) =>
    record(tx, systemActor(institutionId, 'The registrar', world.school.accounts.registrar), 'students.edit', {
      institutionId,
      summary,
      subject: { type: 'student', id: 7 },
    }),
  );
const check = async (kept: StoredHead[] = []) =>
  withClient(world.ownerUrl, async (client) =>
    (await verifyLog(client, kept)).find((one) => one.institutionId === ilorin)!,
  );
const idOf = async (seq: number) =>
  Number((await ask(`select id from audit_entries where institution_id = ${ilorin} and seq = ${seq}`))[0]!.id);

test('entries of many transactions at once are each sealed once, in one chain, and nobody waits for anyone', async () => {
  const { offa } = world.school;
  await Promise.all([
    ...Array.from({ length: 60 }, (_, at) => write(`changed field ${at}`, at % 3 ? ilorin : offa.id)),
    ...Array.from({ length: 6 }, () => sealLog(world.database)),
  ]);
  await sealLog(world.database);
  expect(await check()).toMatchObject({ problem: null, unsealed: 0 });
  const [{ all, last } = { all: 0, last: 1 }] = await ask<{ all: number; last: number }>(
    `select count(*)::int as all, max(seq)::int as last from audit_entries where institution_id = ${ilorin}`,
  );
  expect(all).toBe(last);
});

test('an entry of a transaction that is under way is sealed once it is there; those after it do not wait', async () => {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const slow = world.database.asSystem([ilorin], async (tx) => {
    await record(tx, systemActor(ilorin, 'A slow job'), 'students.import', { institutionId: ilorin, summary: 'slow' });
    begun.resolve();
    await goOn.promise;
  });
  await begun.promise;
  await write('quick');
  expect(await sealLog(world.database)).toBe(1);
  goOn.resolve();
  await slow;
  expect(await check()).toMatchObject({ problem: null, unsealed: 1 });
  expect(await sealLog(world.database)).toBe(1);
  expect(await check()).toMatchObject({ problem: null, unsealed: 0 });
});

test('the first entry that was changed, removed, put elsewhere or put in is named', async () => {
  const its = (seq: number) => `institution_id = ${ilorin} and seq = ${seq}`;
  const tampered = async (...statements: string[]) =>
    withClient(world.ownerUrl, async (client) => {
      await client.query('begin');
      for (const statement of statements) await client.query(statement);
      // In the same transaction, which is then taken back.
      const query = client.query.bind(client);
      const inside = Object.assign(Object.create(client) as typeof client, {
        query: (text: string, values?: unknown[]) =>
          /^(begin|rollback)/.test(text) ? query('select 1') : query(text, values as never),
      });
      const report = (await verifyLog(inside)).find((one) => one.institutionId === ilorin)!;
      await client.query('rollback');
      return report;
    });
  const [three, four, five] = [await idOf(3), await idOf(4), await idOf(5)];
  expect(await tampered(`update audit_entries set summary = 'did nothing' where ${its(3)}`)).toMatchObject({
    problem: expect.stringMatching(new RegExp(`^The words of entry ${three} \\(number 3, .*\\) were changed`)),
    sealed: 2,
  });
  expect((await tampered(`update audit_entries set person = 'Someone else' where ${its(3)}`)).problem).toContain(
    `entry ${three}`,
  );
  expect((await tampered(`update audit_entries set username = 'owner' where ${its(3)}`)).problem).toContain(
    `entry ${three}`,
  );
  for (const change of [`at = at - interval '1 hour'`, `account_id = ${world.school.accounts.owner}`, `subject_id = 8`])
    expect((await tampered(`update audit_entries set ${change} where ${its(4)}`)).problem).toMatch(
      new RegExp(`^Entry ${four} .* was changed: when it was, who acted`),
    );
  expect((await tampered(`delete from audit_entries where ${its(4)}`)).problem).toMatch(/^Entry number 4 was removed/);
  expect(
    (await tampered(`delete from audit_entries where institution_id = ${ilorin} and seq between 4 and 6`)).problem,
  ).toMatch(/^Entries number 4 to 6 were removed/);
  expect(
    (
      await tampered(
        `update audit_entries set seq = -1 where ${its(4)}`,
        `update audit_entries set seq = 4 where ${its(5)}`,
        `update audit_entries set seq = 5 where ${its(-1)}`,
      )
    ).problem,
  ).toBe(`Entries were put in another order: entry ${four} belongs where ${await nameOf(five, 4)} is.`);
  const inserted = await tampered(
    `update audit_entries set seq = -seq where institution_id = ${ilorin} and seq >= 4`,
    `update audit_entries set seq = 1 - seq where institution_id = ${ilorin} and seq < 0`,
    `insert into audit_entries (institution_id, at, person, action, summary, seq, hash, content_digest, salt)
       select institution_id, at, person, action, 'put in', 4, sha256('x'), sha256(''::bytea || akada_entry_content(e)), ''
       from audit_entries e where ${its(3)}`,
  );
  expect(inserted.problem).toMatch(new RegExp(`^Entry \\d+ .* was inserted before entry ${four} `));
  const late = await tampered(
    `insert into audit_entries (institution_id, at, person, action, summary)
       values (${ilorin}, now() - interval '3 days', 'The owner', 'students.edit', 'put in later')`,
    `select akada_seal_log(100)`,
  );
  expect(late.problem).toMatch(/was inserted later: entries of .* were sealed before it/);
  expect((await check()).problem).toBeNull();
});

async function nameOf(id: number, seq: number) {
  const [row] = await ask<{ at: string; action: string }>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') as at, action from audit_entries where id = ${id}`,
  );
  return `entry ${id} (number ${seq}, ${row!.at}, ${row!.action})`;
}

test('a log that was sealed anew or cut off at its end differs from a head that was kept elsewhere', async () => {
  await write('the last one');
  await sealLog(world.database);
  const heads = await withClient(world.ownerUrl, logHeads);
  const kept = heads.map((head) => ({ ...head, where: 'the backup of Friday', at: new Date() }));
  const own = kept.find(({ institution }) => institution === ilorin)!;
  expect(await check(kept)).toMatchObject({ problem: null, sealed: own.seq, head: own.hash });
  await ask(`delete from audit_entries where institution_id = ${ilorin} and seq = ${own.seq}`);
  expect(await check()).toMatchObject({ problem: null });
  expect((await check(kept)).problem).toMatch(
    new RegExp(`^The log ends with number ${own.seq - 1}, and the backup of Friday holds ${own.seq} entries`),
  );
  await ask(
    `update audit_entries set summary = 'sealed anew', seq = null, hash = null where institution_id = ${ilorin}`,
  );
  await write('one more');
  await sealLog(world.database);
  expect(await check()).toMatchObject({ problem: null });
  expect((await check(kept)).problem).toMatch(
    /^An entry up to number \d+ is not the one that the backup of Friday holds/,
  );
  await ask(`insert into audit_entries (institution_id, person, action, summary)
    values (${ilorin}, 'Operator', 'backup.restore', 'restored everything from the backup of 1 Jan 2026, 02:00 UTC')`);
  expect(await check(kept)).toMatchObject({
    problem: null,
    notes: [expect.stringContaining('Since then someone restored')],
  });
});
