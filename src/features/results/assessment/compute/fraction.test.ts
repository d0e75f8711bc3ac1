import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  add,
  compare,
  divide,
  fraction,
  mean,
  multiply,
  subtract,
  sum,
  fromText,
  shown,
  shownBeside,
  toText,
} from './fraction.ts';

const seed = Number(process.env['AKADA_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const run = { seed, numRuns: 1000 };

/** Small ones as in marks, and some around and beyond what a number holds. */
const whole = fc.oneof(
  fc.integer({ min: -10_000, max: 10_000 }).map(BigInt),
  fc.bigInt({ min: -(2n ** 55n), max: 2n ** 55n }),
);
const bottoms = whole.filter((value) => value !== 0n);
const fractions = fc.tuple(whole, bottoms);
type Pair = [bigint, bigint];
const made = ([top, bottom]: Pair) => fraction(top, bottom);
const same = (value: { top: number | bigint; bottom: number | bigint } | null, [top, bottom]: Pair) =>
  value !== null && BigInt(value.top) * bottom === top * BigInt(value.bottom) && value.bottom > 0;

test('fractions calculate as integers do, on both sides of 2^53', () => {
  fc.assert(
    fc.property(fractions, fractions, ([a, b], [c, d]) => {
      const [x, y] = [made([a, b]), made([c, d])];
      expect(same(add(x, y), [a * d + c * b, b * d])).toBe(true);
      expect(same(subtract(x, y), [a * d - c * b, b * d])).toBe(true);
      expect(same(multiply(x, y), [a * c, b * d])).toBe(true);
      if (c) expect(same(divide(x, y), [a * d, b * c])).toBe(true);
      const difference = (a * d - c * b) * (b * d < 0n ? -1n : 1n);
      expect(Math.sign(compare(x, y))).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0);
    }),
    run,
  );
});

test('neighbours are told apart where products exceed 2^53', () => {
  const near = (top: number) => fraction(top, top - 1);
  const most = Number.MAX_SAFE_INTEGER;
  expect(compare(near(most), near(most - 2))).toBeLessThan(0);
  expect(compare(near(most - 2), near(most))).toBeGreaterThan(0);
  expect(compare(near(most), near(most))).toBe(0);
});

test('a sum is that of the fractions one by one; equal values have equal parts', () => {
  fc.assert(
    fc.property(fc.array(fractions, { maxLength: 12 }), (pairs) => {
      const oneByOne = pairs.reduce<Pair>(([a, b], [c, d]) => [a * d + c * b, b * d], [0n, 1n]);
      expect(sum(pairs.map(made))).toEqual(made(oneByOne));
      if (pairs.length)
        expect(same(mean(pairs.map(made)), [oneByOne[0], oneByOne[1] * BigInt(pairs.length)])).toBe(true);
    }),
    run,
  );
  expect(mean([])).toBe(null);
});

test('text is exact, one for each value, and is read again', () => {
  fc.assert(
    fc.property(fractions, (pair) => {
      expect(fromText(toText(made(pair)))).toEqual(made(pair));
    }),
    run,
  );
  expect(
    [fraction(6450, 100), fraction(2500, 6), fraction(-9, 4), fraction(0, 7), fraction(300, 3)].map(toText),
  ).toEqual(['64.5', '1250/3', '-2.25', '0', '100']);
  expect(['3.50', '-1/4', '007'].map((text) => toText(fromText(text)))).toEqual(['3.5', '-0.25', '7']);
  for (const text of ['', '1.', '.5', '1/0', '1,5', '1e3', '½']) expect(() => fromText(text)).toThrow(RangeError);
});

test('display rounds half up, and only display', () => {
  expect(shown(fraction(123, 38))).toBe('3.24');
  expect(shown(fraction(200, 3))).toBe('66.67');
  expect(shown(fraction(12345, 1000))).toBe('12.35');
  expect(shown(fraction(1005, 1000))).toBe('1.01');
  expect(shown(fraction(-1, 8))).toBe('-0.13');
  expect(shown(fraction(-1, 1000))).toBe('0.00');
  expect(shown(fraction(99995, 1000), 0)).toBe('100');
  expect(shown(fraction(1, 3), 4)).toBe('0.3333');
  fc.assert(
    fc.property(fractions, ([top, bottom]) => {
      const [hundreds, cents] = shown(made([top, bottom]))
        .replace('-', '')
        .split('.');
      const size = BigInt(hundreds! + cents!);
      const [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
      // Half a hundredth away at most, and upwards from the middle.
      expect(200n * a < (2n * size + 1n) * b && 200n * a >= (2n * size - 1n) * b).toBe(true);
    }),
    run,
  );
});

test('beside its limit, a value is never shown as the limit that it misses', () => {
  expect(shownBeside(fraction(49996, 1000), fraction(50))).toBe('49.996');
  expect(shownBeside(fraction(149999, 3000), fraction(50))).toBe('49.9997');
  expect(shownBeside(fraction(50), fraction(50))).toBe('50.00');
  expect(shownBeside(fraction(48), fraction(50))).toBe('48.00');
});

test('what is no fraction is refused', () => {
  expect(() => fraction(1, 0)).toThrow(RangeError);
  expect(() => fraction(1n, 0n)).toThrow(RangeError);
  expect(() => fraction(0.5)).toThrow('whole numbers');
  expect(() => fraction(2 ** 53)).toThrow('whole numbers');
  expect(() => divide(fraction(1), fraction(0))).toThrow(RangeError);
});
