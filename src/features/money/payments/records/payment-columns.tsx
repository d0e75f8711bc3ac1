import type { Column } from '#ui/lists/data-table.tsx';
import { DateText, Money, Secondary } from '#ui/text.tsx';
import { channels, receiptNumber } from '#features/money/receivables/receivables.ts';
import type { PaymentRow } from './payments.list.ts';
import { PaymentStatusBadge } from '../shared/payment-status.tsx';

export const nameOf = (row: PaymentRow) => (row.number === null ? `Payment ${row.id}` : receiptNumber(row.number));

/** A payment in the list of payment records. */
export const paymentColumns: Column<PaymentRow>[] = [
  { key: 'number', title: 'Receipt', primary: true, numeric: true, render: nameOf },
  { key: 'day', title: 'Day', numeric: true, card: 'line', render: (row) => <DateText value={row.day} /> },
  {
    key: 'names',
    title: 'For',
    card: 'line',
    wraps: true,
    render: (row) => row.names ?? <Secondary>{row.inSuspense ? 'Unidentified' : 'Order'}</Secondary>,
  },
  { key: 'payer', title: 'Payer', render: (row) => row.payer },
  {
    key: 'channel',
    title: 'Channel',
    wraps: true,
    render: (row) => (
      <>
        {channels[row.channel]} {row.reference && <Secondary>{row.reference}</Secondary>}
      </>
    ),
  },
  {
    key: 'amount',
    title: 'Amount',
    numeric: true,
    align: 'end',
    card: 'line',
    render: (row) => <Money minor={row.amount} currency={row.currency} />,
  },
  { key: 'status', title: 'Status', card: 'aside', render: (row) => <PaymentStatusBadge status={row.status} /> },
  { key: 'cashier', title: 'Cashier', render: (row) => row.cashier },
];
