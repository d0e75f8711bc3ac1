import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestAmount } from '#kernel/money.ts';
import { splitInstalments } from './instalments.ts';

const [sep, nov, jan] = ['2026-09-14', '2026-11-02', '2027-01-11'] as const;

test('two halves of an odd amount: the last takes the remainder', () => {
  expect(
    splitInstalments(100_001, [
      { dueOn: sep, percent: 5000 },
      { dueOn: nov, percent: 5000 },
    ]),
  ).toEqual([
    { dueOn: sep, amount: 50_001 },
    { dueOn: nov, amount: 50_000 },
  ]);
});

test('the last takes what the others leave, whatever its own share says', () => {
  const rules = [{ dueOn: sep, amount: 40_000 }, { dueOn: nov, percent: 2500 }, { dueOn: jan }];
  expect(splitInstalments(100_000, rules).map(({ amount }) => amount)).toEqual([40_000, 25_000, 35_000]);
  expect(
    splitInstalments(100_000, [
      { dueOn: sep, percent: 3000 },
      { dueOn: nov, amount: 5 },
    ])[1]!.amount,
  ).toBe(70_000);
});

test('an amount above what is left is cut to it, and the instalments after it are left out', () => {
  const rules = [
    { dueOn: sep, amount: 60_000 },
    { dueOn: nov, amount: 60_000 },
    { dueOn: jan, percent: 1000 },
  ];
  expect(splitInstalments(100_000, rules)).toEqual([
    { dueOn: sep, amount: 60_000 },
    { dueOn: nov, amount: 40_000 },
  ]);
});

test('a total of nothing keeps its last instalment; no instalments at all is a mistake', () => {
  expect(splitInstalments(0, [{ dueOn: sep, percent: 5000 }, { dueOn: nov }])).toEqual([{ dueOn: nov, amount: 0 }]);
  expect(() => splitInstalments(100, [])).toThrow(RangeError);
});

test('instalments of any rules sum to the total, keep their order, and none is empty', () => {
  const rule = fc.record({
    dueOn: fc.constantFrom(sep, nov, jan),
    percent: fc.option(fc.integer({ min: 0, max: 10_000 })),
    amount: fc.option(fc.integer({ min: 0, max: largestAmount })),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: largestAmount }),
      fc.array(rule, { minLength: 1, maxLength: 12 }),
      (total, rules) => {
        const dues = splitInstalments(total, rules);
        expect(dues.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
        expect(dues.every(({ amount }) => amount > 0)).toBe(true);
        expect(dues.length).toBeLessThanOrEqual(rules.length);
      },
    ),
    { numRuns: 1000 },
  );
});
