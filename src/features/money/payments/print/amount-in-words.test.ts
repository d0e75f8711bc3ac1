import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestAmount } from '#kernel/money.ts';
import { amountInWords } from './receipt.pdf.ts';

test.for([
  [1_250_050, 'NGN', 'Twelve thousand five hundred naira, fifty kobo only'],
  [100, 'NGN', 'One naira only'],
  [0, 'NGN', 'Zero naira only'],
  [7, 'NGN', 'Seven kobo only'],
  [100_500, 'NGN', 'One thousand and five naira only'],
  [110_500, 'NGN', 'One thousand one hundred and five naira only'],
  [100_000_100, 'NGN', 'One million and one naira only'],
  [4_200_000_000, 'NGN', 'Forty-two million naira only'],
  [largestAmount, 'NGN', 'One hundred billion naira only'],
  [
    9_999_999_999_999,
    'NGN',
    'Ninety-nine billion nine hundred and ninety-nine million nine hundred and ninety-nine thousand nine hundred and ' +
      'ninety-nine naira, ninety-nine kobo only',
  ],
  [101, 'USD', 'One dollar, one cent only'],
  [1302, 'USD', 'Thirteen dollars, two cents only'],
  [201, 'GBP', 'Two pounds, one penny only'],
  [102, 'GBP', 'One pound, two pence only'],
  [2_000, 'EUR', 'Twenty euros only'],
  [9015, 'GHS', 'Ninety cedis, fifteen pesewas only'],
  [1_200_005, 'XOF', 'Twelve thousand XOF, 05/100 only'],
  [1_200_000, 'XOF', 'Twelve thousand XOF only'],
] as const)('%i %s is "%s"', ([minor, currency, words]) => expect(amountInWords(minor, currency)).toBe(words));

test('an amount read back from its words is the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: largestAmount }), (minor) => {
      const [, major, rest] = /^(?:(.*) naira)?(?:, )?(?:(.*) kobo)? only$/.exec(
        amountInWords(minor, 'NGN').toLowerCase(),
      )!;
      expect(100 * numberOf(major ?? '') + numberOf(rest ?? '')).toBe(minor);
    }),
    { numRuns: 2000 },
  );
});

const values = new Map(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen'
  )
    .split(' ')
    .map((word, at): [string, number] => [word, at]),
);
for (const [at, word] of 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').entries())
  values.set(word, 20 + 10 * at);
const scales = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
]);

function numberOf(words: string): number {
  let [total, group] = [0, 0];
  for (const word of words.split(/[ -]/)) {
    if (word === 'hundred') group *= 100;
    else if (scales.has(word)) [total, group] = [total + group * scales.get(word)!, 0];
    else group += values.get(word) ?? 0;
  }
  return total + group;
}
