import { fraction, type Fraction } from './fraction.ts';
import type { GpaForm } from './types.ts';

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
