import { decimal, parseMoney } from '#kernel/money.ts';

/** `12500.00` for 1,250,000 kobo. */
export const nairaOf = (kobo: number): string => decimal(kobo).replaceAll(',', '');

/** Kobo of a decimal in an answer, or null: more than two decimals are not rounded. */
export const koboOfNaira = (text: unknown): number | null =>
  typeof text === 'string' && /^\d{1,14}(\.\d{1,2})?$/.test(text) ? parseMoney(text) : null;

/** Kobo of a whole number in an answer, or null. */
export function koboOf(text: unknown): number | null {
  if (typeof text !== 'string' || !/^\d{1,16}$/.test(text)) return null;
  return Number.isSafeInteger(Number(text)) ? Number(text) : null;
}

/** JSON with each number as its source text: amounts and 64-bit ids stay exact. */
export const exactJson = (text: string): unknown =>
  JSON.parse(text, (_, value, context?: { source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  );
