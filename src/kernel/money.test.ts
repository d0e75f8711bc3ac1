import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, formatMoney, parseMoney } from './money.ts';

test('an amount survives being shown and typed again, to the kobo', () => {
  const amounts = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(amounts, (minor) => parseMoney(decimal(minor)) === minor),
    { numRuns: 2000 },
  );
});

test.for([
  ['12,500', 1_250_000],
  ['12500.5', 1_250_050],
  ['₦1 000.00', 100_000],
  ['NGN 0.07', 7],
  ['-3', -300],
  ['1.234', null],
  ['90,071,992,547,409.91', Number.MAX_SAFE_INTEGER],
  ['90,071,992,547,409.92', null],
  ['100,000,000,000,000', null],
  ['twelve', null],
  ['', null],
] as [string, number | null][])('%s is read as %s minor units', ([text, minor]) =>
  expect(parseMoney(text)).toBe(minor),
);

test('money shows its currency; a fraction of a kobo is refused', () => {
  expect(formatMoney({ minor: 1_250_000, currency: 'NGN' })).toBe('₦12,500.00');
  expect(formatMoney({ minor: -5, currency: 'XOF' })).toBe('XOF -0.05');
  expect(() => decimal(0.5)).toThrow('whole number');
});
