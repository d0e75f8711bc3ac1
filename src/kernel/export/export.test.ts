import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import type { Cell, ExportColumn, Rows } from './columns.ts';
import { csvLine, csvOf } from './csv.ts';
import { disarm, rearm } from './formulas.ts';
import { takeTurns } from './turns.ts';
import { withSums } from './with-sums.ts';
import { xlsxOf } from './xlsx.ts';

const columns: ExportColumn[] = [
  { header: 'Name', kind: 'text', width: 20 },
  { header: 'Born', kind: 'day', width: 12 },
  { header: 'Owes', kind: 'number', width: 10 },
];
async function* batchesOf(...batches: Rows[]) {
  yield* batches;
}

async function workbook(...batches: Rows[]) {
  const parts: Uint8Array[] = [];
  for await (const part of xlsxOf('People', columns, batchesOf(...batches))) parts.push(part);
  const book = await readXlsx(Buffer.concat(parts), { readStyles: true });
  return book.sheets[0]!;
}

test.each(['=1+1', '+2348031234567', '-5', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠x', "'=1", "''=1"])(
  '%j is disarmed, and comes back as it was',
  (text) => {
    expect(disarm(text)).toBe(`'${text}`);
    expect(rearm(disarm(text))).toBe(text);
  },
);

test.each(['', 'Obi', "O'Neil", "'Abdu", 'a=b', '2+2', "'", '０', ' =1'])('%j is left alone', (text) => {
  expect([disarm(text), rearm(text)]).toEqual([text, text]);
});

test('whatever a person writes, the CSV gives it back, and no cell is computed', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'=\'+-@\t\r\n",; aé＝😀') });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
      const [read] = parse(csvLine(cells)) as string[][];
      expect(read!.map(rearm)).toEqual(cells);
      expect(read!.filter((text) => /^[=+\-@\t\r＝＋－＠]/.test(text))).toEqual([]);
    }),
    { seed: 20261121 },
  );
});

test('a CSV carries its mark, its headings and its rows; numbers stay numbers', async () => {
  const parts: string[] = [];
  for await (const part of csvOf(columns, batchesOf([['Obi, Ada', '2014-03-01', -500]], [[null, null, 0.5]])))
    parts.push(part);
  expect(parts.join('')).toBe('\uFEFFName,Born,Owes\r\n"Obi, Ada",2014-03-01,-500\r\n,,0.5\r\n');
});

test('a workbook has a bold heading that stays, dates as dates, and text that is never a formula', async () => {
  const texts = ['=1+1', '+2348031234567', '0012', ' two\nlines ', 'a < b & "c"', 'Adébáyọ̀ 😀'];
  const rows: Cell[][] = texts.map((text, at) => [text, '2014-03-01', at - 2]);
  const sheet = await workbook(rows.slice(0, 2), [], rows.slice(2));
  expect(sheet.name).toBe('People');
  expect(sheet.rows).toEqual([
    ['Name', 'Born', 'Owes'],
    ...rows.map(([text, , owes]) => [text, new Date('2014-03-01'), owes]),
  ]);
  expect(sheet.freezePane).toMatchObject({ rows: 1 });
  expect(sheet.columns!.map(({ width }) => width)).toEqual([20, 12, 10]);
  const bold = (cell: string) => Boolean(sheet.cells!.get(cell)?.style?.font?.bold);
  expect(['0,0', '0,2', '1,0', '1,1'].map(bold)).toEqual([true, true, false, false]);
  expect([...sheet.cells!.values()].filter(({ formula }) => formula !== undefined)).toEqual([]);
});

test('sums stand below each group and below all, exact, in bold, and labelled where nothing is summed', async () => {
  const summed: ExportColumn[] = [
    { header: 'Due', kind: 'day', width: 12 },
    { header: 'Owes', kind: 'money', width: 12, isSummed: true },
    { header: 'Hidden', kind: 'money', width: 12, isSummed: true },
    { header: 'Pins', kind: 'number', width: 12, isSummed: true },
  ];
  const rows = [
    [['2026-01-01', 0.1, null, 1] as Cell[], ['2026-01-01', 0.2, null, 2]],
    [
      ['2026-01-01', -1234.55, null, null],
      [null, 5, null, 0.5],
    ] as Rows,
  ];
  const shown = [
    ...rows[0]!,
    rows[1]![0]!,
    ['2026-01-01 total', -1234.25, null, 3],
    rows[1]![1]!,
    ['None total', 5, null, 0.5],
    ['Total', -1229.25, null, 3.5],
  ];
  const withAll = () => withSums(summed, { isGrouped: true, hasTotal: true }, batchesOf(...rows));
  const lines: string[] = [];
  for await (const part of csvOf(summed, withAll())) lines.push(part);
  const text = shown.map((row) => `${row.map((cell) => cell ?? '').join(',')}\r\n`).join('');
  expect(lines.join('')).toBe(`\uFEFFDue,Owes,Hidden,Pins\r\n${text}`);

  const parts: Uint8Array[] = [];
  for await (const part of xlsxOf('Sums', summed, withAll())) parts.push(part);
  const [sheet] = (await readXlsx(Buffer.concat(parts), { readStyles: true })).sheets;
  const styleOf = (row: number) => sheet!.cells!.get(`${row},1`)?.style;
  const isBold = shown.map((_, at) => Boolean(styleOf(at + 1)?.font?.bold));
  expect(isBold).toEqual([false, false, false, true, false, true, true]);
  expect(styleOf(4)?.numFmt).toBe('#,##0.00');
  expect(sheet!.rows[4]!.slice(0, 2)).toEqual(['2026-01-01 total', -1234.25]);
  expect(sheet!.rows[1]![0]).toEqual(new Date('2026-01-01'));

  const labelled: string[] = [];
  const evil = withSums(columns.with(2, { ...columns[2]!, isSummed: true }), { isGrouped: true, hasTotal: false }, [
    [['=1+1', null, 2]],
  ] as unknown as AsyncIterable<Rows>);
  for await (const part of csvOf(columns, evil)) labelled.push(part);
  expect(labelled.join('')).toContain("'=1+1 total,,2\r\n");
});

test('text in a workbook that looks disarmed keeps its apostrophe when it is read again', async () => {
  expect(rearm(String((await workbook([["'=1", null, null]])).rows[1]![0]))).toBe("'=1");
});

test('a workbook takes days before it counts them, and cuts no text that is longer than a cell', async () => {
  const text = `${'x'.repeat(32_765)}😀${'y'.repeat(40_000)}`;
  const [, row, next, last] = (await workbook([[text, '1899-12-31', 5]])).rows;
  expect([row![1], row![2], next![1] || null, next![2] ?? null]).toEqual(['1899-12-31', 5, null, null]);
  expect([row![0], next![0], last![0]].join('')).toBe(text);
  expect((await workbook([['', '1900-01-01', null]])).rows[1]![1]).toEqual(new Date('1900-01-01'));
});

test('a limited number runs at once; a task that leaves the queue is not called', async () => {
  const inTurn = takeTurns(2);
  const never = new AbortController().signal;
  const doors = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const begun: number[] = [];
  const go = (at: number, signal = never) => inTurn(signal, () => (begun.push(at), doors[at]!.promise));
  const impatient = new AbortController();
  const [first, second] = [go(0), go(1)];
  const third = go(2, impatient.signal);
  const fourth = go(3);
  impatient.abort(new Error('gone'));
  await expect(third).rejects.toThrow('gone');
  expect(begun).toEqual([0, 1]);
  doors[0]!.reject(new Error('broke'));
  await expect(first).rejects.toThrow('broke');
  await expect.poll(() => begun).toEqual([0, 1, 3]);
  doors[1]!.resolve();
  doors[3]!.resolve();
  await Promise.all([second, fourth]);
  await go(3);
  expect(begun).toEqual([0, 1, 3, 3]);
});
