import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { connect, rows, type Database, type Db } from '#kernel/database.ts';
import { freshDatabase } from '#test/harness/database.ts';

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const fresh = await freshDatabase();
  database = connect({ url: fresh.appUrl, max: 4 });
  drop = fresh.drop;
});
afterAll(async () => {
  await database.close();
  await drop();
});

const ask = async (db: Db, text: string, values: unknown[] = [], name?: string) =>
  rows<{ is: unknown }>(db, { name, text }, values);
const actor = (id: number) => systemActor(id, 'Test');
const read = <T>(id: number, work: (db: Db) => Promise<T>) => database.read(actor(id), work);

test('a read is one transaction of its institutions, and cannot write', async () => {
  const [one, two, three] = await read(7, (db) =>
    Promise.all([
      ask(db, `select akada_institutions() as is`),
      ask(db, `select txid_current_snapshot()::text || now() as is`),
      ask(db, `select txid_current_snapshot()::text || now() as is`),
    ]),
  );
  expect(one).toEqual([{ is: [7] }]);
  expect(two).toEqual(three);
  await expect(read(7, (db) => ask(db, `update accounts set name = name`))).rejects.toThrow('read-only');
});

test('what a read set is gone for the next one on its connection', async () => {
  await read(7, async () => undefined);
  await expect(
    database.anonymous((tx) => ask(tx, `select current_setting('transaction_read_only') as is`)),
  ).resolves.toEqual([{ is: 'off' }]);
  await expect(database.anonymous((tx) => ask(tx, `select akada_institutions() as is`))).resolves.toEqual([{ is: [] }]);
});

test('the first error is the error of all, and the connection stays usable', async () => {
  const work = read(7, async (db) => {
    const all = await Promise.allSettled([
      ask(db, 'select 1 as is'),
      ask(db, 'select 1 / $1::int as is', [0]),
      ask(db, 'select 3 as is', [], 'behind'),
    ]);
    return all.map((one) => one.status === 'rejected' && String(one.reason));
  });
  await expect(work).rejects.toThrow('division by zero');
  // The name behind the error was never prepared; it must be sent again.
  for (let turn = 0; turn < 8; turn++)
    await expect(read(7, (db) => ask(db, 'select 3 as is', [], 'behind'))).resolves.toEqual([{ is: 3 }]);
});

test('work that throws by itself keeps its error and its connection', async () => {
  const pid = (db: Db) => ask(db, 'select pg_backend_pid() as is');
  const before = new Set<unknown>();
  for (let turn = 0; turn < 8; turn++) before.add((await read(7, pid))[0]!.is);
  await expect(
    read(7, async (db) => {
      await pid(db);
      throw new Error('not found');
    }),
  ).rejects.toThrow('not found');
  expect(before).toContain((await read(7, pid))[0]!.is);
});

test('a late query is refused', async () => {
  await expect(
    read(7, async (db) => {
      await ask(db, 'select 1 as is');
      return ask(db, 'select 2 as is');
    }),
  ).rejects.toThrow('issue all queries of a read at once');
});

test('a value that cannot be written fails alone, and nobody reads another’s answer', async () => {
  const round: { self?: unknown } = {};
  round.self = round;
  await expect(
    read(7, (db) => Promise.all([ask(db, 'select $1::jsonb as is', [round]), ask(db, 'select 2 as is')])),
  ).rejects.toThrow();
  await expect(read(7, (db) => ask(db, 'select 5 as is'))).resolves.toEqual([{ is: 5 }]);
});

test('hundreds at once, some in error, each see their own institution', async () => {
  const turns = Array.from({ length: 400 }, (_, turn) =>
    read(turn, async (db) => {
      const [mine, other] = await Promise.all([
        ask(db, 'select akada_institutions() as is', [], 'mine'),
        ask(db, turn % 7 === 3 ? 'select 1 / 0 as is' : 'select $1::int as is', turn % 7 === 3 ? [] : [turn]),
        db.execute(sql`select 1`),
      ]);
      expect([mine, other]).toEqual([[{ is: [turn] }], [{ is: turn }]]);
    }),
  );
  const ends = await Promise.allSettled(turns);
  ends.forEach((end, turn) => expect(end.status).toBe(turn % 7 === 3 ? 'rejected' : 'fulfilled'));
});
