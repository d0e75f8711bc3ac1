import type { GpaForm } from './types.ts';

/**
 * A rational number in lowest terms, the bottom above zero: 64.5 is 129/2. Both parts are numbers while both are safe
 * integers and bigints beyond, so that marks are counted at the speed of numbers and nothing is ever rounded. Equal
 * values have equal parts.
 */
export interface Fraction {
  readonly top: number | bigint;
  readonly bottom: number | bigint;
}

interface Small extends Fraction {
  readonly top: number;
  readonly bottom: number;
}

export const zero: Fraction = { top: 0, bottom: 1 };

/** `top / bottom` in lowest terms. RangeError if a number is not a safe integer or the bottom is zero. */
export function fraction(top: number | bigint, bottom: number | bigint = 1): Fraction {
  if (typeof top === 'bigint' || typeof bottom === 'bigint') return lowestOfBigints(BigInt(top), BigInt(bottom));
  if (!isSafe(top) || !isSafe(bottom))
    throw new RangeError(`A fraction is made of whole numbers, not ${top} and ${bottom}.`);
  return lowestOfNumbers(top, bottom);
}

export function add(a: Fraction, b: Fraction): Fraction {
  if (isSmall(a) && isSmall(b)) {
    const left = a.top * b.bottom;
    const right = b.top * a.bottom;
    const bottom = a.bottom * b.bottom;
    // Products and sums of safe integers are exact if they are safe: one that is too large is never rounded to a safe one.
    if (isSafe(left) && isSafe(right) && isSafe(bottom) && isSafe(left + right))
      return lowestOfNumbers(left + right, bottom);
  }
  const [c, d] = [BigInt(a.bottom), BigInt(b.bottom)];
  return lowestOfBigints(BigInt(a.top) * d + BigInt(b.top) * c, c * d);
}

export const subtract = (a: Fraction, b: Fraction): Fraction => add(a, negated(b));

export function multiply(a: Fraction, b: Fraction): Fraction {
  if (isSmall(a) && isSmall(b)) {
    const top = a.top * b.top;
    const bottom = a.bottom * b.bottom;
    if (isSafe(top) && isSafe(bottom)) return lowestOfNumbers(top, bottom);
  }
  return lowestOfBigints(BigInt(a.top) * BigInt(b.top), BigInt(a.bottom) * BigInt(b.bottom));
}

/** RangeError if `b` is zero. */
export const divide = (a: Fraction, b: Fraction): Fraction => multiply(a, fraction(b.bottom, b.top));

/** Below zero if a < b, zero if equal, above zero if a > b: by cross products, without dividing. */
export function compare(a: Fraction, b: Fraction): number {
  if (isSmall(a) && isSmall(b)) {
    if (a.bottom === b.bottom) return a.top - b.top;
    const left = a.top * b.bottom;
    const right = b.top * a.bottom;
    if (isSafe(left) && isSafe(right)) return left - right;
  }
  const left = BigInt(a.top) * BigInt(b.bottom);
  const right = BigInt(b.top) * BigInt(a.bottom);
  return left < right ? -1 : Number(left > right);
}

/** Whether `value` reaches a limit in hundredths: a band of a scale, a pass mark, the line of a class of degree. */
export const reaches = (value: Fraction, hundredths: number): boolean =>
  compare(value, { top: hundredths, bottom: 100 }) >= 0;

/** By the direction of a scale: whether `value` is at the limit or on its good side. */
export const isWithin = (value: Fraction, hundredths: number, upTo: boolean | undefined): boolean =>
  upTo ? compare(value, { top: hundredths, bottom: 100 }) <= 0 : reaches(value, hundredths);

export const negated = (value: Fraction): Fraction => ({ top: -value.top, bottom: value.bottom });

/** Over a common bottom that is brought to lowest terms once; zero for none. */
export function sum(values: Iterable<Fraction>): Fraction {
  let [top, bottom] = [0, 1];
  let others = zero;
  for (const value of values) {
    if (isSmall(value)) {
      const times = bottom % value.bottom ? value.bottom : 1;
      const common = bottom * times;
      const [before, share] = [top * times, value.top * (common / value.bottom)];
      if (isSafe(common) && isSafe(before) && isSafe(share) && isSafe(before + share)) {
        [top, bottom] = [before + share, common];
        continue;
      }
    }
    others = add(others, value);
  }
  return add(lowestOfNumbers(top, bottom), others);
}

/** Σ values / how many; null for none. */
export const mean = (values: readonly Fraction[]): Fraction | null =>
  values.length ? divide(sum(values), fraction(values.length)) : null;

/** 6450 hundredths are 64.5. */
export const ofHundredths = (hundredths: number): Fraction => fraction(hundredths, 100);

const isSafe = Number.isSafeInteger;

const isSmall = (value: Fraction): value is Small => typeof value.top === 'number';

function lowestOfNumbers(top: number, bottom: number): Fraction {
  if (!bottom) throw new RangeError('Division by zero.');
  if (!top) return zero;
  let [a, b] = [Math.abs(top), Math.abs(bottom)];
  while (b) [a, b] = [b, a % b];
  const divisor = bottom < 0 ? -a : a;
  return { top: top / divisor, bottom: bottom / divisor };
}

function lowestOfBigints(top: bigint, bottom: bigint): Fraction {
  if (!bottom) throw new RangeError('Division by zero.');
  let [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  while (b) [a, b] = [b, a % b];
  const divisor = bottom < 0n ? -a : a;
  const [over, under] = [top / divisor, bottom / divisor];
  const [small, smallUnder] = [Number(over), Number(under)];
  return isSafe(small) && isSafe(smallUnder) ? { top: small, bottom: smallUnder } : { top: over, bottom: under };
}

/**
 * For display alone: rounded half up (away from zero) to `decimals` places, '2.60', '66.67', '-0.13'. Never compare what
 * this returns. `cut`: what is beyond is cut off instead.
 */
export function shown(value: Fraction, decimals = 2, cut = false): string {
  const [top, bottom] = [BigInt(value.top), BigInt(value.bottom)];
  const size = top < 0n ? -top : top;
  const rounded = (2n * size * 10n ** BigInt(decimals) + (cut ? 0n : bottom)) / (2n * bottom);
  const digits = String(rounded).padStart(decimals + 1, '0');
  const text = decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
  return top < 0n && rounded ? `-${text}` : text;
}

/** A GPA or CGPA, as its scheme writes it; without a form it is rounded to two decimals. */
export const gpaText = (value: Fraction, form: GpaForm | null | undefined): string =>
  form ? shown(value, Number(form.at(-1)), form.startsWith('cut')) : shown(value);

/**
 * For sentences about a limit: as `shown`, with more decimals where rounding would show a value as the limit that it
 * misses. 49.996 beside 50 is '49.996', not '50.00'.
 */
export function shownBeside(value: Fraction, limit: Fraction, decimals = 2): string {
  const isLimit = value.top === limit.top && value.bottom === limit.bottom;
  let places = decimals;
  while (!isLimit && shown(value, places) === shown(limit, places)) places += 1;
  return shown(value, places);
}

/**
 * The exact value as text, one text for one value, to be stored and compared: '64.5', '0', '-2.25' where decimals are
 * exact, '1250/3' in lowest terms elsewhere.
 */
export function toText({ top, bottom }: Fraction): string {
  let rest = BigInt(bottom);
  let [twos, fives] = [0, 0];
  for (; rest % 2n === 0n; twos += 1) rest /= 2n;
  for (; rest % 5n === 0n; fives += 1) rest /= 5n;
  return rest === 1n ? shown({ top, bottom }, Math.max(twos, fives)) : `${top}/${bottom}`;
}

/** What `toText` wrote, and any decimal or fraction ('3.50', '-1/4'). RangeError for other text. */
export function fromText(text: string): Fraction {
  const parts = /^(-?\d+)(?:\.(\d+)|\/(\d+))?$/.exec(text);
  if (!parts) throw new RangeError(`Expected a number such as 64.5 or 1250/3, got '${text}'.`);
  const [, whole, decimals = '', bottom] = parts;
  return bottom
    ? fraction(BigInt(whole!), BigInt(bottom))
    : fraction(BigInt(whole! + decimals), 10n ** BigInt(decimals.length));
}
