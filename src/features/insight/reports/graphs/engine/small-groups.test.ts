import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hiddenIn } from './read-graph.ts';

const counted = (table: number[][]) => table.map((line) => line.map((rows) => ({ rows, filled: rows })));

test('a group of fewer than five is hidden together with the smallest other one, so that the sum doesn’t tell it', () => {
  expect(hiddenIn(counted([[900], [3], [20], [300]]))).toEqual([[null], ['few'], ['covered'], [null]]);
  expect(hiddenIn(counted([[900], [0], [20]]))).toEqual([[null], [null], [null]]);
  expect(hiddenIn([[{ rows: 900, filled: 2 }], [{ rows: 30, filled: 30 }], [null]])).toEqual([
    ['few'],
    ['covered'],
    [null],
  ]);
});

test('two small groups stay alone only if their sum has several answers', () => {
  expect(hiddenIn(counted([[50], [2], [3], [60]]))).toEqual([[null], ['few'], ['few'], [null]]);
  expect(hiddenIn(counted([[50], [1], [1], [60]]))).toEqual([['covered'], ['few'], ['few'], [null]]);
  expect(hiddenIn(counted([[50], [4], [4], [60]]))).toEqual([['covered'], ['few'], ['few'], [null]]);
});

test('in two directions, no row and no column has one hidden figure alone', () => {
  expect(
    hiddenIn(
      counted([
        [3, 10, 20],
        [30, 40, 50],
        [60, 70, 80],
      ]),
    ),
  ).toEqual([
    ['few', 'covered', null],
    ['covered', 'covered', null],
    [null, null, null],
  ]);
});

test('whatever the figures, a known sum of a line leaves more than one answer for each small group', () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
  const size = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }));
  const tables = size.chain(([rows, columns]) =>
    fc.array(fc.array(fc.nat(12), { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
  );
  fc.assert(
    fc.property(tables, (table) => {
      const hidden = hiddenIn(counted(table));
      const columns = table[0]!.map((_, column) => table.map((_line, row) => [row, column] as const));
      const rows = table.map((line, row) => line.map((_, column) => [row, column] as const));
      for (const line of table[0]!.length > 1 ? [...columns, ...rows] : columns) {
        const cells = line.map(([row, column]) => ({ rows: table[row]![column]!, why: hidden[row]![column] }));
        for (const { rows: count, why } of cells) if (count > 0 && count < 5) expect(why).toBe('few');
        const few = cells.filter(({ why }) => why === 'few');
        const covered = cells.filter(({ why }) => why === 'covered');
        const isAllHidden = cells.every(({ rows: count, why }) => count === 0 || why);
        if (few.length === 0 || isAllHidden) continue;
        const sum = few.reduce((all, cell) => all + cell.rows, 0);
        const hasChoice = few.length > 1 && sum > few.length && sum < 4 * few.length;
        expect(covered.length > 0 || hasChoice, JSON.stringify({ table, hidden })).toBe(true);
      }
    }),
    { seed, numRuns: 300 },
  );
});
