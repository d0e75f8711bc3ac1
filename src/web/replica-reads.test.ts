import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, type Database } from '#kernel/database.ts';
import { wroteCookie } from './cookies.ts';
import type { Position, Replica } from '#kernel/database/replica.ts';
import { startSchool } from '#test/harness/app.ts';

const file = '/audit/export.csv';
let world: Awaited<ReturnType<typeof startSchool>>;
/** Refuses to write, as a standby does. */
let copy: Database;
let asked: (Position | undefined)[] = [];
let [reads, leftOut] = [0, 0];
let has: Position = 0n;

const counted = (database: Database): Database => ({
  ...database,
  async snapshot(actor, work) {
    reads += 1;
    return database.snapshot(actor, work);
  },
});
const withReplica = (from: Database) => {
  const replica: Replica = {
    holding: (position = 0n) => {
      asked.push(position);
      return has >= position ? from : null;
    },
    position: async () => 500n,
    leaveOut: () => void (leftOut += 1),
    delay: () => 0,
    close: async () => {},
  };
  world.services.replica = replica;
};

beforeAll(async () => {
  world = await startSchool({ heavyRequests: {} });
  const readOnly = new URLSearchParams({ options: '-c default_transaction_read_only=on' });
  copy = connect({ url: `${world.appUrl}${world.appUrl.includes('?') ? '&' : '?'}${readOnly}`, max: 2 });
});
beforeEach(() => {
  [asked, reads, leftOut, has] = [[], 0, 0, 1000n];
  withReplica(counted(copy));
});
afterAll(async () => {
  await copy.close();
  await world.close();
});

const exported = () =>
  world.database.asSystem([world.school.ilorin.id], async (tx) => {
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from audit_entries where summary like 'exported %'`,
    );
    return rows[0]!.count;
  });

test('a file is read from the replica, and its entry is written to the log of the primary server', async () => {
  const owner = await world.as('owner');
  const before = await exported();
  expect((await owner.get(file)).statusCode).toBe(200);
  expect([reads, (await exported()) - before]).toEqual([1, 1]);
});

test('who has changed something reads the replica once it has that, whichever process serves them', async () => {
  const owner = await world.as('owner');
  const course = { institutionId: world.school.ilorin.id, code: 'REP 1', title: 'Replicas', creditUnits: 1 };
  expect((await owner.post('/courses', course)).statusCode).toBe(303);
  expect(owner.cookies[wroteCookie]).toBe('500');
  has = 499n;
  expect((await owner.get(file)).body).toContain('REP 1');
  expect([asked.at(-1), reads]).toEqual([500n, 0]);
  has = 500n;
  await owner.get(file);
  expect(reads).toBe(1);
  // A made-up cookie harms nobody.
  owner.cookies[wroteCookie] = 'x';
  expect((await owner.get(file)).statusCode).toBe(200);
});

test('a report and its file come from the replica, and are no change of the person’s', async () => {
  const registrar = await world.as('registrar');
  const institution_id = String(world.school.ilorin.id);
  const form = { institution_id, subject: 'student', sort: '[]', group_by: '', limit: '', filters: '{"groups":[]}' };
  const more = { totals: 'false', distinct: 'false', selected_fields: 'remove_student_surname' };
  const query = new URLSearchParams({ institution_id, design: JSON.stringify({ ...form, ...more }) });
  const answer = await registrar.get(`/reports/run.csv?${query}`);
  expect([answer.statusCode, answer.body.includes('Danjuma'), reads]).toEqual([200, true, 1]);
  const { props } = await registrar.page(`/reports/run?${query}`);
  expect([props.rows.length > 0, reads]).toEqual([true, 2]);
  expect(registrar.cookies[wroteCookie]).toBeUndefined();
});

test('what the replica cannot answer the primary server does', async () => {
  const away = { ...copy, snapshot: () => Promise.reject(new Error('Connection terminated unexpectedly')) };
  withReplica(away);
  const owner = await world.as('owner');
  expect((await owner.get(file)).statusCode).toBe(200);
  expect(leftOut).toBe(1);
});

test('a session that the replica does not know reads, and one that has ended does not, whatever the replica knows', async () => {
  const owner = await world.as('owner');
  const unknowing: Database = {
    ...copy,
    snapshot: (actor, work) => {
      expect(actor.token).toBeNull();
      return copy.snapshot(actor, work);
    },
  };
  withReplica(unknowing);
  expect((await owner.get(file)).statusCode).toBe(200);
  await world.database.anonymous((tx) => tx.execute(sql`update sessions set ended_at = now() where ended_at is null`));
  expect((await owner.get(file)).statusCode).not.toBe(200);
});
