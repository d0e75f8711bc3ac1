import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestAmount } from '#kernel/money.ts';
import { percentOf } from './percent.ts';
import { spread } from './spread.ts';

const amounts = fc.integer({ min: 0, max: largestAmount });
const shares = fc.integer({ min: 0, max: 20_000 });

test.for([
  [1_250_000, 1000, 125_000],
  [1, 5000, 1],
  [1, 4999, 0],
  [333, 3333, 111],
  [largestAmount, 9999, 9_999_000_000_000],
  [largestAmount - 1, 3333, 3_333_000_000_000],
  [largestAmount, 12_345, 12_345_000_000_000],
] as const)('of %i at %i basis points, %i', ([minor, percent, share]) => expect(percentOf(minor, percent)).toBe(share));

test('a percentage is never more than half a unit from the exact share, and a half is rounded up', () => {
  fc.assert(
    fc.property(amounts, shares, (minor, percent) => {
      // Twice the distance, so that a half stays whole.
      const distance = 20_000n * BigInt(percentOf(minor, percent)) - 2n * BigInt(minor) * BigInt(percent);
      expect(distance > -10_000n && distance <= 10_000n).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('a fraction or a negative amount is refused rather than rounded', () => {
  expect(() => percentOf(0.5, 100)).toThrow(RangeError);
  expect(() => percentOf(100, -1)).toThrow(RangeError);
  expect(() => percentOf(Number.MAX_SAFE_INTEGER + 1, 100)).toThrow(RangeError);
});

test('what is spread sums to the total, gives nobody more than its weight, and is within a unit of the exact part', () => {
  const weights = fc.array(amounts, { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (all, part) => {
      const sum = all.reduce((a, b) => a + b, 0);
      const total = Math.floor(sum * part);
      const parts = spread(total, all);
      expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
      for (const [at, weight] of all.entries()) {
        expect(parts[at]).toBeLessThanOrEqual(weight);
        const distance = BigInt(parts[at]!) * BigInt(sum) - BigInt(total) * BigInt(weight);
        expect(distance < BigInt(sum || 1) && -distance < BigInt(sum || 1)).toBe(true);
      }
    }),
    { numRuns: 1000 },
  );
});

test('a unit that cannot be divided goes to the largest remainder, then to the first', () => {
  expect(spread(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(spread(10, [33, 33, 34])).toEqual([3, 3, 4]);
  expect(spread(0, [0, 0])).toEqual([0, 0]);
  expect(() => spread(1, [0, 0])).toThrow('nothing to spread');
});
