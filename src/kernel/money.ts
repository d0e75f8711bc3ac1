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

/** Minor units of typed text ('12,500', '12500.5', '₦1 000.00'), or null if it is not an amount. */
export function parseMoney(text: string): number | null {
  const plain = text
    .trim()
    .replace(/^(NGN|₦|N)\s*/i, '')
    .replace(/[\s,]/g, '');
  const match = /^(-?)(\d{1,14})(?:\.(\d{1,2}))?$/.exec(plain);
  if (!match) return null;
  const minor = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0') || 0);
  if (!Number.isSafeInteger(minor)) return null;
  return match[1] && minor ? -minor : minor;
}
