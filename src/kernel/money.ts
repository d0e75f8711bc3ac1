import { plainDecimal, withoutNoise, type Notation } from './notation.ts';

/** Integers in minor units (kobo) with a currency; never floating point. */
export interface Money {
  minor: number;
  currency: string;
}

/** The most that a form accepts for one amount: 100 billion naira. Hundreds of them still sum exactly. */
export const largestAmount = 10_000_000_000_000;

const symbols: Record<string, string> = { NGN: '₦', USD: '$', GBP: '£', EUR: '€', GHS: 'GH₵' };

/** `12,500.00`: with grouping and two decimals, exact for every safe integer. */
export function decimal(minor: number): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`Money is a whole number of minor units, not ${minor}.`);
  const digits = String(Math.abs(minor)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${minor < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`;
}

/** `₦12,500.00`. */
export const formatMoney = ({ minor, currency }: Money): string =>
  `${symbols[currency] ?? `${currency} `}${decimal(minor)}`;

/** Minor units of typed text ('12,500', '12500.5', '₦1 000.00'), or null if it is not an amount: digits are grouped by three. */
export function parseMoney(text: string, notation: Notation = 'point'): number | null {
  const plain = plainDecimal(text.trim().replace(/^(NGN|₦|N)\s*/i, ''), notation);
  return plain === null ? null : minorOf(plain);
}

/** Minor units of '-1234.5'. */
function minorOf(plain: string): number | null {
  const [, below, whole, decimals = ''] = /^(-?)(\d{1,14})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  if (!whole) return null;
  const minor = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  if (!Number.isSafeInteger(minor)) return null;
  return below && minor ? -minor : minor;
}

/** No amount is longer, and to find none in thousands of spaces takes seconds. */
const mostLetters = 100;

/**
 * Minor units of an amount in a file: '1,234.50', '(500.00)', '500.00 CR', '- 20.00', '20.00-'. Brackets and the side
 * `below` are below zero.
 */
export function parseSided(cell: string, below: 'CR' | 'DR', notation: Notation = 'point'): number | null {
  if (cell.length > mostLetters) return null;
  const [, open, number, close, side] =
    /^(\()?\s*(?:NGN|₦|N)?\s*([^()]*?)\s*(\))?\s*(CR?|DR?|K)?\.?$/i.exec(cell.trim()) ?? [];
  if (number === undefined || Boolean(open) !== Boolean(close)) return null;
  const plain = plainDecimal(number.replace(/^([-+−]?)\s*(?:NGN|₦|N)\s*/i, '$1'), notation);
  const exact = plain === null ? null : withoutNoise(plain);
  const minor = exact === null ? null : minorOf(exact);
  if (minor === null) return null;
  const isBelow = open || (side && /^d/i.test(side) === (below === 'DR'));
  return isBelow && minor ? -Math.abs(minor) : minor;
}
