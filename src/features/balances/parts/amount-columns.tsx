import { money } from '#ui/format.ts';
import type { Column } from '#ui/lists/data-table.tsx';

/** Debit and credit of signed amounts. */
export const debitAndCredit = <Row,>(amountOf: (row: Row) => number, currency: string): Column<Row>[] => [
  {
    key: 'debit',
    title: 'Debit',
    numeric: true,
    align: 'end',
    hideable: false,
    render: (row) => amountOf(row) > 0 && money(amountOf(row), currency),
  },
  {
    key: 'credit',
    title: 'Credit',
    numeric: true,
    align: 'end',
    hideable: false,
    render: (row) => amountOf(row) < 0 && money(-amountOf(row), currency),
  },
];

/** 'NGN 500.00 debit': a balance whose side matters. */
export const sided = (amount: number, currency: string) =>
  amount === 0 ? money(0, currency) : `${money(Math.abs(amount), currency)} ${amount > 0 ? 'debit' : 'credit'}`;
