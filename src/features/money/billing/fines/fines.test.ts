import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestAmount } from '#kernel/money.ts';
import { fineSoFar, type FineRule } from './fines.ts';

const due = '2026-10-31';
const once: FineRule = { how: 'once', amount: 500_000, graceDays: 7, cap: null };
const daily: FineRule = { how: 'daily', amount: 10_000, graceDays: 7, cap: 100_000 };
const percent: FineRule = { how: 'percent', percent: 500, graceDays: 0, cap: null };

test.for([
  ['once, before the due date', once, 100, '2026-10-01', 0],
  ['once, on the last day of grace', once, 100, '2026-11-07', 0],
  ['once, the day after', once, 100, '2026-11-08', 500_000],
  ['once, a year later', once, 100, '2027-11-08', 500_000],
  ['daily, on the last day of grace', daily, 100, '2026-11-07', 0],
  ['daily, the day after', daily, 100, '2026-11-08', 10_000],
  ['daily, on the third day', daily, 100, '2026-11-10', 30_000],
  ['daily, up to its cap', daily, 100, '2027-03-01', 100_000],
  ['percent of what is open, on the due date', percent, 2_000_010, due, 0],
  ['percent of what is open, a day late', percent, 2_000_010, '2026-11-01', 100_001],
  ['nothing open', daily, 0, '2027-03-01', 0],
] as const)('%s', ([, rule, open, today, fine]) => expect(fineSoFar(rule, open, due, today)).toBe(fine));

test('a daily fine crosses a leap day and an end of year by calendar days', () => {
  expect(fineSoFar({ ...daily, graceDays: 0, cap: null }, 1, '2027-12-31', '2028-03-01')).toBe(61 * 10_000);
});

test('a fine only grows with time, never passes its cap and is always a whole number', () => {
  const rules = fc.record({
    how: fc.constantFrom('once', 'daily', 'percent'),
    amount: fc.integer({ min: 0, max: largestAmount }),
    percent: fc.integer({ min: 0, max: 10_000 }),
    graceDays: fc.integer({ min: 0, max: 400 }),
    cap: fc.option(fc.integer({ min: 0, max: largestAmount })),
  });
  const open = fc.integer({ min: 1, max: largestAmount });
  const later = fc.integer({ min: -100, max: 40_000 });
  fc.assert(
    fc.property(rules, open, later, later, (rule, left, a, b) => {
      const [first, second] = [Math.min(a, b), Math.max(a, b)].map((days) =>
        fineSoFar(rule as FineRule, left, due, dayAfter(days)),
      ) as [number, number];
      expect(first).toBeLessThanOrEqual(second);
      expect(second).toBeLessThanOrEqual(rule.cap ?? largestAmount);
      expect(Number.isSafeInteger(second)).toBe(true);
      if (Math.max(a, b) <= rule.graceDays) expect(second).toBe(0);
    }),
    { numRuns: 1000 },
  );
});

const dayAfter = (days: number) => new Date(Date.parse(due) + days * 86_400_000).toISOString().slice(0, 10);
