import { money } from '#ui/format.ts';
import type { FeeDetails } from './fee.queries.ts';
import { percentText } from './percent-text.ts';

/** '₦500.00 a day after 7 days of grace, at most ₦5,000.00'. */
export function fineInWords(fee: FeeDetails, currency: string): string {
  const { fineHow, fineAmount, finePercent, fineGraceDays, fineCap } = fee;
  if (!fineHow) return 'None';
  const amount = money(fineAmount ?? 0, currency);
  const what = {
    once: `${amount} once`,
    daily: `${amount} a day`,
    percent: `${percentText(finePercent)}% of what is unpaid`,
  };
  const grace = fineGraceDays ? ` after ${fineGraceDays} ${fineGraceDays === 1 ? 'day' : 'days'} of grace` : '';
  return `${what[fineHow]}${grace}${fineCap ? `, at most ${money(fineCap, currency)}` : ''}`;
}
