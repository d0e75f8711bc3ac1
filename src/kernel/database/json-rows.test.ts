import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { systemActor } from '#kernel/actor.ts';
import { connect, queryJson, query, type Database } from '#kernel/database.ts';
import { freshDatabase } from '#test/harness/database.ts';

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const fresh = await freshDatabase();
  database = connect({ url: fresh.appUrl, max: 2 });
  drop = fresh.drop;
});
afterAll(async () => {
  await database.close();
  await drop();
});

const page = (
  text: string,
  values: unknown[] = [],
  options: { name?: string; atMost?: number; unseen?: string[]; asLists?: boolean } = {},
) =>
  database.read(systemActor(1, 'Test'), (db) =>
    queryJson(db, { name: options.name, text, values }, { atMost: 100, ...options }),
  );

test('numbers, words, days, truths, nothing and JSON arrive as JSON.stringify would write them', async () => {
  const found = await page(
    `select 7::int8 as id, -3::int as "aNumber", 'Adé "the \\ great"' || chr(10) || chr(1) || '😀' as words, true as yes,
      false as no, null::text as nothing, date '2026-11-21' as day, '{"a": [1, null]}'::jsonb as "json", 12.50::numeric as exact`,
  );
  expect(found.rows.parse()).toEqual([
    {
      id: 7,
      aNumber: -3,
      words: 'Adé "the \\ great"\n\u0001😀',
      yes: true,
      no: false,
      nothing: null,
      day: '2026-11-21',
      json: { a: [1, null] },
      exact: '12.50',
    },
  ]);
  expect(found).toMatchObject({ count: 1, isMore: false });
});

test('rows come as lists of their values where that is asked for', async () => {
  const text = `select n as id, 'Room ' || n as name, n > 1 as late, null::int as seats from generate_series(1, 2) n`;
  const found = await page(text, [], { asLists: true });
  expect(found.rows.parse()).toEqual([
    [1, 'Room 1', false, null],
    [2, 'Room 2', true, null],
  ]);
  const seen = await page(`select n as id, n + 1 as next from generate_series(1, 2) n`, [], {
    asLists: true,
    unseen: ['id'],
  });
  expect(seen.rows.parse()).toEqual([[2], [3]]);
});

test('any text that a user can write comes back unchanged', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 }), async (words) => {
      const plain = words.map((word) => word.replaceAll('\0', ''));
      const found = await page(`select n as id, word from unnest($1::text[]) with ordinality as w (word, n)`, [plain]);
      expect(found.rows.parse()).toEqual(plain.map((word, at) => ({ id: at + 1, word })));
    }),
    { numRuns: 60 },
  ));

test('rows that fill many packets are all there', async () => {
  const found = await page(`select n as id, repeat(chr(200 + n % 50), n) as word from generate_series(1, 1500) n`, [], {
    atMost: 2000,
  });
  const all = found.rows.parse() as { id: number; word: string }[];
  expect(all).toHaveLength(1500);
  expect(all.every(({ id, word }) => word === String.fromCodePoint(200 + (id % 50)).repeat(id))).toBe(true);
});

test('a full page tells where the next begins, without showing it', async () => {
  const options = { atMost: 2, unseen: ['key'], name: 'a page' };
  const text = `select n as id, 'k' || n as key, nullif(n, 2) as n from generate_series(1, $1::int) n order by 1`;
  for (let turn = 0; turn < 3; turn++) {
    const found = await page(text, [3], options);
    expect(found.rows.parse()).toEqual([
      { id: 1, n: 1 },
      { id: 2, n: null },
    ]);
    expect(found).toMatchObject({ count: 2, isMore: true, last: { id: '2', key: 'k2', n: null } });
  }
  expect(await page(text, [1], options)).toMatchObject({ count: 1, isMore: false, last: undefined });
  expect((await page(text, [0], options)).rows.parse()).toEqual([]);
});

test('a row whose first column is null is skipped', async () => {
  const found = await page(`select nullif(n, 1) as id from generate_series(1, 2) n`);
  expect(found.rows.parse()).toEqual([{ id: 2 }]);
});

test('a statement object is sent again unchanged, beside others and after an error', async () => {
  const statement = { name: 'kept', text: 'select $1::int as id', values: [5] };
  const read = (broken: boolean) =>
    database.read(systemActor(1, 'Test'), async (db) => {
      const [one, , two] = await Promise.all([
        queryJson(db, statement, { atMost: 1 }),
        query(db, { text: broken ? 'select 1 / 0' : 'select 1', values: [] }),
        queryJson(db, statement, { atMost: 1 }),
      ]);
      return [one.rows.parse(), two.rows.parse()];
    });
  for (let turn = 0; turn < 6; turn++) {
    if (turn % 2) await expect(read(true)).rejects.toThrow('division by zero');
    else expect(await read(false)).toEqual([[{ id: 5 }], [{ id: 5 }]]);
  }
});

test('a value that cannot be written fails its read alone', async () => {
  const round: { self?: unknown } = {};
  round.self = round;
  await expect(page('select $1::jsonb as id', [round])).rejects.toThrow();
  expect((await page('select 1 as id')).rows.parse()).toEqual([{ id: 1 }]);
});

test('only a read knows rows as JSON', async () => {
  const write = database.write(systemActor(1, 'Test'), (tx) =>
    queryJson(tx, { text: 'select 1', values: [] }, { atMost: 1 }),
  );
  await expect(write).rejects.toThrow('takes the database of a read');
});
