import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { connect, query, type Database, type Db } from '#kernel/database.ts';
import { freshDatabase } from '#test/harness/database.ts';
import { root } from '../../../bin/imports.ts';

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
  query<{ is: unknown }>(db, { name, text, values });
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

test('a value that cannot be written ends a write with its own error, and the connection lives', async () => {
  const round: { self?: unknown } = {};
  round.self = round;
  const pid = () => database.anonymous((tx) => ask(tx, 'select pg_backend_pid() as is'));
  const before = new Set<unknown>();
  for (let turn = 0; turn < 8; turn++) before.add((await pid())[0]!.is);
  await expect(database.anonymous((tx) => ask(tx, `select $1::jsonb as is`, [round]))).rejects.toThrow('circular');
  expect(before).toContain((await pid())[0]!.is);
});

test.each(['read', 'write'] as const)('an error of a %s says who asked', async (kind) => {
  const work = async (db: Db) => ask(db, 'select 1 / $1::int as is', [0]);
  const found = await database[kind](actor(7), work).catch((error: Error) => error.stack);
  expect(found).toContain('driver.test.ts');
});

test('what a statement did is told, and rows are as pg reads them', async () => {
  const result = await database.anonymous(async (tx) => {
    await tx.execute(sql`create temporary table told (n int, day date, at timestamptz, data jsonb, big bigint)`);
    const put = await tx.execute(
      sql`insert into told select n, '2026-11-29', null, '{"a": [1]}', n from generate_series(1, 3) n`,
    );
    const rows = await query(tx, { text: 'select * from told where n < $1 order by n', values: [2] });
    const gone = await tx.execute(sql`delete from told where n > ${1}`);
    const none = await tx.execute(sql`update told set n = n where n > ${5}`);
    return [put.rowCount, rows, gone.rowCount, none.rowCount];
  });
  expect(result).toEqual([3, [{ n: 1, day: '2026-11-29', at: null, data: { a: [1] }, big: expect.anything() }], 2, 0]);
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

describe('the parts of pg that are not its public interface', () => {
  const versionOf = (name: string): unknown =>
    JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;

  test('are those of the versions that driver.ts was written for', () => {
    // With another version: compare pg's client, query and connection, and the parser, with driver.ts, then change these.
    expect([versionOf('pg'), versionOf('pg-protocol')]).toEqual(['8.23.1', '1.16.1']);
  });

  test('are there', () => {
    const client = new pg.Client({ pipeline: true } as pg.ClientConfig) as unknown as Record<string, object>;
    expect(client['_getActiveQuery']).toBeTypeOf('function');
    expect(client['connection']).toMatchObject({
      stream: { cork: expect.any(Function), uncork: expect.any(Function) },
      parsedStatements: {},
      submittedNamedStatements: {},
      attachListeners: expect.any(Function),
    });
    expect(Object.getOwnPropertyNames(Parser.prototype)).toEqual(expect.arrayContaining(['parse', 'handlePacket']));
    expect(Object.getOwnPropertyNames(pg.Query.prototype)).toEqual(
      expect.arrayContaining([
        'submit',
        'prepare',
        'handleRowDescription',
        'handleDataRow',
        'handleCommandComplete',
        'handleEmptyQuery',
        'handleReadyForQuery',
        'handleError',
      ]),
    );
  });

  test('are used by one file', () => {
    const users = globSync('{src,bin}/**/*.{ts,tsx,mjs}', { cwd: root, exclude: ['**/*.test.ts', '**/*.d.ts'] }).filter(
      (file) => /'pg\/lib|'pg-protocol|_getActiveQuery/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(users).toEqual(['src/kernel/database/driver.ts']);
  });
});
