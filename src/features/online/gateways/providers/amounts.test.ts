import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactJson, koboOf, koboOfNaira, nairaOf } from './ask.ts';

const amounts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

test('every amount survives the way to naira and back, to the kobo', () => {
  fc.assert(
    fc.property(amounts, (kobo) => koboOfNaira(nairaOf(kobo)) === kobo),
    { numRuns: 5000 },
  );
});

test('naira and kobo as JSON numbers are read digit by digit, not as floating point', () => {
  fc.assert(
    fc.property(amounts, (kobo) => {
      const read = exactJson(`{"naira":${nairaOf(kobo)},"kobo":${kobo}}`) as Record<string, unknown>;
      return koboOfNaira(read.naira) === kobo && koboOf(read.kobo) === kobo;
    }),
    { numRuns: 5000 },
  );
  expect(exactJson('{"id":18446744073709551615,"amount":1.10}')).toEqual({
    id: '18446744073709551615',
    amount: '1.10',
  });
});

test('an amount with more than two decimals is refused, whatever they are', () => {
  const naira = fc.integer({ min: 0, max: 10_000_000 });
  const decimals = fc.stringMatching(/^\d{3,6}$/);
  fc.assert(fc.property(naira, decimals, (whole, part) => koboOfNaira(`${whole}.${part}`) === null));
});

test('only decimal digits are an amount', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const isAmount = /^\d{1,14}(\.\d{1,2})?$/.test(text);
      return isAmount || koboOfNaira(text) === null;
    }),
    { numRuns: 2000 },
  );
});

test.for(['-1', '+1', '1e3', '1,000', '₦5', ' 5', '0x10', '.5', '5.', '', 'NaN', '900719925474099300', null, 5, {}])(
  '%o is not an amount in either unit',
  (text) => {
    expect(koboOfNaira(text)).toBeNull();
    expect(typeof text === 'string' ? koboOf(text) : koboOf(text)).toBeNull();
  },
);

test.for([
  ['100', 10_000],
  ['100.5', 10_050],
  ['0.07', 7],
  ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ['90071992547409.92', null],
] as [string, number | null][])('%s naira are %s kobo', ([text, kobo]) => expect(koboOfNaira(text)).toBe(kobo));

test('kobo have no decimals', () => {
  expect([koboOf('2000000'), koboOf('2000000.0'), koboOf('9007199254740992')]).toEqual([2_000_000, null, null]);
});
