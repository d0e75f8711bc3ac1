import { largestAmount } from '#kernel/money.ts';
import { daysOverdue } from '#features/money/invoices/dues/allocate.ts';
import { percentOf, wholeNumber } from '#features/money/fees/amounts/percent.ts';

/** `amount` in minor units for once and daily (a day), `percent` in basis points. */
export interface FineRule {
  how: 'once' | 'daily' | 'percent';
  amount?: number | null;
  percent?: number | null;
  /** Days after the due date without a fine. */
  graceDays: number;
  /** The most that the fine can become. */
  cap: number | null;
}

/** The whole fine for a late instalment as of today, of which `open` is not paid yet. */
export function fineSoFar(rule: FineRule, open: number, dueOn: string, today: string): number {
  const late = daysOverdue(dueOn, today) - wholeNumber(rule.graceDays);
  if (wholeNumber(open) === 0 || late <= 0) return 0;
  // Compared before it is a number: a daily fine that nobody stopped outgrows exact numbers.
  const fine = fineOf(rule, open, late);
  const cap = BigInt(wholeNumber(rule.cap ?? largestAmount));
  return Number(fine < cap ? fine : cap);
}

function fineOf({ how, amount, percent }: FineRule, open: number, late: number): bigint {
  if (how === 'percent') return BigInt(percentOf(open, percent ?? 0));
  const once = BigInt(wholeNumber(amount ?? 0));
  return how === 'daily' ? once * BigInt(late) : once;
}
