import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestAmount } from './money.ts';
import { amount } from './schemas.ts';

const said = (value: unknown, schema = amount()) => {
  const read = schema.safeParse(value);
  return read.success ? read.data : read.error.issues.map(({ message }) => message);
};
const above = ['Enter an amount above zero, such as 12,500.00.'];
const decimals = ['Amount can have two decimals at most, such as 12,500.00.'];

test.for([
  [1_250_000, 1_250_000],
  ['1250000', 1_250_000],
  [' 7 ', 7],
  [String(largestAmount), largestAmount],
  [0, above],
  ['0', above],
  ['-5', above],
  [-0.5, above],
  ['', above],
  [null, above],
  [undefined, above],
  ['twelve', above],
  ['12,500', above],
  ['1e3', above],
  ['0x10', above],
  ['١٢', above],
  [Number.NaN, above],
  [Number.POSITIVE_INFINITY, above],
  [['5'], above],
  [0.5, decimals],
  [12.5, decimals],
  ['125.00', decimals],
  ['0.005', decimals],
  [largestAmount + 1, ['Amount can be up to 100,000,000,000.00.']],
  ['1000000000000000', ['Amount can be up to 100,000,000,000.00.']],
  ['9'.repeat(400), above],
] as [unknown, unknown][])('a form that sends %j gets %j', ([sent, result]) => expect(said(sent)).toEqual(result));

test('zero is accepted where it means something, and is never negative', () => {
  const schema = amount('Float', { zero: true });
  expect(said('0', schema)).toBe(0);
  expect(Object.is(said('-0', schema), 0)).toBe(true);
  expect(said('-1', schema)).toEqual(['Enter an amount of zero or more, such as 12,500.00.']);
  expect(said(0.5, schema)).toEqual(['Float can have two decimals at most, such as 12,500.00.']);
  expect(said(largestAmount + 1, schema)).toEqual(['Float can be up to 100,000,000,000.00.']);
});

test('whatever is sent, only a whole amount within the limits comes out', () => {
  const sent = fc.oneof(fc.anything(), fc.double(), fc.string(), fc.integer().map(String), fc.double().map(String));
  fc.assert(
    fc.property(sent, (value) => {
      const read = amount().safeParse(value);
      if (!read.success) return;
      expect(Number.isSafeInteger(read.data)).toBe(true);
      expect(read.data).toBeGreaterThanOrEqual(1);
      expect(read.data).toBeLessThanOrEqual(largestAmount);
      expect(Number(value)).toBe(read.data);
    }),
    { numRuns: 2000 },
  );
});
