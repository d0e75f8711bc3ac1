import { wholeNumber } from './percent.ts';

/**
 * Divides a total in proportion to the weights, to the last minor unit: what remains after rounding down goes one unit
 * each to the largest remainders, the first of equal ones. A total up to the sum of the weights gives nobody more than
 * its weight.
 */
export function spread(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + BigInt(wholeNumber(weight)), 0n);
  if (sum === 0n) {
    if (wholeNumber(total) > 0) throw new RangeError('There is nothing to spread the total over.');
    return weights.map(() => 0);
  }
  const exact = weights.map((weight) => BigInt(wholeNumber(total)) * BigInt(weight));
  const shares = exact.map((share) => Number(share / sum));
  const remainders = exact.map((share, at) => ({ at, remainder: share % sum }));
  const missing = total - shares.reduce((all, share) => all + share, 0);
  const first = remainders.toSorted((a, b) => Number(b.remainder - a.remainder) || a.at - b.at);
  for (const { at } of first.slice(0, missing)) shares[at]! += 1;
  return shares;
}
