/** Basis points in the whole: 10,000 are 100 %. */
const wholePercent = 10_000;

/** A share of an amount, in minor units; half a unit is rounded up. */
export function percentOf(minor: number, basisPoints: number): number {
  const whole = BigInt(wholePercent);
  const share = (2n * BigInt(wholeNumber(minor)) * BigInt(wholeNumber(basisPoints)) + whole) / (2n * whole);
  return wholeNumber(Number(share));
}

/** Only whole numbers from zero are exact; anything else is a mistake of the caller. */
export function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Expected a whole number from 0, not ${value}.`);
  return value;
}
