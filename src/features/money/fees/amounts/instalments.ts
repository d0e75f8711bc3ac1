import { percentOf, wholeNumber } from './percent.ts';

/** An instalment as a fee declares it: a share of the total in basis points, or an amount. The last needs neither. */
export interface InstalmentRule {
  dueOn: string;
  percent?: number | null;
  amount?: number | null;
}

export interface Due {
  dueOn: string;
  amount: number;
}

/**
 * The instalments of a total, in the order of their rules. They always sum to it: each takes at most what is left, the
 * last takes the remainder. Instalments of nothing are left out, except the last of a total of nothing.
 */
export function splitInstalments(total: number, rules: readonly InstalmentRule[]): Due[] {
  if (rules.length === 0) throw new RangeError('A total needs at least one instalment.');
  let left = wholeNumber(total);
  const dues = rules.map((rule, at) => {
    const wanted = at === rules.length - 1 ? left : amountOf(total, rule);
    const amount = Math.min(wanted, left);
    left -= amount;
    return { dueOn: rule.dueOn, amount };
  });
  const paid = dues.filter(({ amount }) => amount > 0);
  return paid.length > 0 ? paid : dues.slice(-1);
}

const amountOf = (total: number, { percent, amount }: InstalmentRule): number =>
  percent == null ? wholeNumber(amount ?? 0) : percentOf(total, percent);
