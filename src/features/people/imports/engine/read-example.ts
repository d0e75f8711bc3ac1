import { formatMoney, parseSided } from '#kernel/money.ts';
import type { Notation } from '#kernel/notation.ts';

/** An amount of a file as it is read, with its currency; null if it does not fit the notation. */
export function readExample(value: string, notation: Notation, currency: string): string | null {
  const minor = parseSided(value, 'DR', notation);
  return minor === null ? null : formatMoney({ minor: Math.abs(minor), currency });
}
