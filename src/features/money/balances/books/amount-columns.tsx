import { money } from '#ui/format.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import classes from '../shared/amount-columns.module.css';

/** Debit and credit of signed amounts; on a phone, one amount with its side. */
export function useDebitAndCredit<Row>(amountOf: (row: Row) => number, currency: string): Column<Row>[] {
  const isNarrow = useMedia(NARROW);
  if (isNarrow)
    return [
      {
        key: 'amount',
        title: 'Amount',
        card: 'aside',
        hideable: false,
        render: (row) => <Sided amount={amountOf(row)} currency={currency} />,
      },
    ];
  const side = (sign: 1 | -1) => ({
    key: sign > 0 ? 'debit' : 'credit',
    title: sign > 0 ? 'Debit' : 'Credit',
    numeric: true,
    align: 'end' as const,
    hideable: false,
    render: (row: Row) => sign * amountOf(row) > 0 && money(sign * amountOf(row), currency),
  });
  return [side(1), side(-1)];
}

/** '₦500.00 debit': a balance whose side matters. Amounts below each other end at the same place. */
export function Sided({ amount, currency }: { amount: number; currency: string }) {
  return (
    <span className={classes.sided}>
      {money(Math.abs(amount), currency)} <span className={classes.side}>{sideOf(amount)}</span>
    </span>
  );
}

export const sideOf = (amount: number) => (amount === 0 ? '' : amount > 0 ? 'debit' : 'credit');
