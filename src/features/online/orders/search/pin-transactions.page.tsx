import { Button, PrimaryLink } from '#ui/button.tsx';
import { money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { exportItems } from '#ui/lists/export-items.ts';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Money, Secondary } from '#ui/text.tsx';
import { channels } from '#features/money/ledger/channels.ts';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { orderKinds, orderNumber, orderStatuses } from '../orders.ts';
import { OrderBadge } from './order-badge.tsx';
import classes from '../shared/sell.module.css';
import type { transactionListPage } from '../orders.pages.ts';
import type { TransactionRow } from './pin-transactions.list.ts';
import { router } from '@inertiajs/core';
import { useState, type FormEvent } from 'react';
import { DateRangeField } from '#ui/fields/date-range-field.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

/** Orders of pins and fees, searched by date or by number (2.8). */
export default function PinTransactionsPage({ totals, kinds, can, ...list }: PropsOf<typeof transactionListPage>) {
  const { href, search } = useAddress();
  const query = search.size ? `?${search}` : '';
  const value = (name: string) => search.get(name) ?? '';
  return (
    <>
      <ListPage
        {...list}
        name="pin-transactions"
        reportAs="orders"
        title="Pin transactions"
        action={can.sell && <PrimaryLink href={href('/pin-sales/new')}>Sell pins</PrimaryLink>}
        more={can.export ? exportItems((format) => `/pin_transactions/export.${format}${query}`) : []}
        tabs={
          <div className={classes.above}>
            <TransactionSearch
              key={`${value('date_from')} ${value('date_to')} ${value('order_number')}`}
              dateFrom={value('date_from')}
              dateTo={value('date_to')}
              orderNumber={value('order_number')}
            />
            <Stats>
              {totals.map((total) => (
                <Stat
                  key={total.currency}
                  label={`Received, of ${total.orders} ${total.orders === 1 ? 'order' : 'orders'}`}
                  value={money(total.received, total.currency)}
                  hint={`${total.pins} ${total.pins === 1 ? 'pin' : 'pins'} sold${total.waiting ? `, ${money(total.waiting, total.currency)} waiting` : ''}`}
                />
              ))}
            </Stats>
          </div>
        }
        filters={[
          { key: 'status', label: 'Status', pinned: true, options: orderStatuses },
          { key: 'kind', label: 'For', options: orderKinds },
          {
            key: 'pin_kind_id',
            label: 'Type of pin',
            options: Object.fromEntries(kinds.map(({ id, name }) => [String(id), name])),
          },
        ]}
        columns={columns}
        rowHref={(row) => href(`/pin_transactions/${row.id}`)}
        rowLabel={(row) => orderNumber(row.number)}
        empty={
          <EmptyState title="No orders yet">
            Pins that are bought online or at the office, and fees of applications, are listed here.
          </EmptyState>
        }
      />
    </>
  );
}

const columns: Column<TransactionRow>[] = [
  { key: 'number', title: 'Order', primary: true, numeric: true, render: (row) => orderNumber(row.number) },
  {
    key: 'at',
    title: 'Day',
    render: (row) => <DateText value={row.day} />,
  },
  {
    key: 'buyer',
    title: 'Buyer',
    card: 'line',
    render: (row) => row.buyer ?? <Secondary>{row.contact}</Secondary>,
  },
  {
    key: 'what',
    title: 'For',
    wraps: true,
    render: (row) => (row.pinName ? `${row.quantity} × ${row.pinName}` : orderKinds[row.kind]),
  },
  figureColumn('amount', 'Amount', (row) => <Money minor={row.amount} currency={row.currency} />, { card: 'line' }),
  { key: 'channel', title: 'Channel', spare: true, render: (row) => row.channel && channels[row.channel] },
  { key: 'state', title: 'Status', card: 'aside', render: (row) => <OrderBadge {...row} /> },
  { key: 'serials', title: 'Serial numbers', render: (row) => serialsOf(row.serials) },
  figureColumn('uses', 'Used', (row) => (row.serials.length ? `${row.uses} of ${row.serials.length}` : '')),
];

/** A range if they follow each other. */
function serialsOf(serials: string[]): string {
  const first = serials[0];
  const last = serials.at(-1);
  if (!first || !last) return '';
  if (serials.length > 2 && Number(last) - Number(first) === serials.length - 1) return `${first} – ${last}`;
  return serials.length > 4 ? `${serials.slice(0, 3).join(', ')} and ${serials.length - 3} more` : serials.join(', ');
}

interface SearchProps {
  dateFrom: string;
  dateTo: string;
  orderNumber: string;
}

/** Search by date or by order number (4.13): ticking one hides and clears the other. */
function TransactionSearch({ dateFrom, dateTo, orderNumber }: SearchProps) {
  const address = useAddress();
  const [isByDate, setByDate] = useState(orderNumber === '');
  const [number, setNumber] = useState(orderNumber);
  const [range, setRange] = useState({ from: dateFrom, to: dateTo });
  const choose = (byDate: boolean) => {
    setByDate(byDate);
    if (byDate) setNumber('');
    else setRange({ from: '', to: '' });
  };
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const value = (name: string) => String(sent.get(name) ?? '') || null;
    router.visit(
      address.href('/pin_transactions', {
        date_from: isByDate ? value('date_from') : null,
        date_to: isByDate ? value('date_to') : null,
        order_number: isByDate ? null : value('order_number'),
      } as Record<string, string>),
      { preserveState: true },
    );
  };
  return (
    <form className={classes.search} onSubmit={search} aria-label="Search pin transactions" data-tour="pin-search">
      <div className={classes.ticks}>
        <CheckboxField
          name="by_date"
          label="By date"
          checked={isByDate}
          onChange={(event) => choose(event.target.checked)}
        />
        <CheckboxField
          name="by_order"
          label="By order number"
          checked={!isByDate}
          onChange={(event) => choose(!event.target.checked)}
        />
      </div>
      {isByDate ? (
        <DateRangeField label="Date" optional defaultValue={range} onChange={setRange} />
      ) : (
        <TextField
          name="order_number"
          label="Order number"
          value={number}
          onChange={(event) => setNumber(event.target.value)}
          maxLength={20}
          placeholder="ORD-000123"
          autoComplete="off"
        />
      )}
      <Button type="submit" tone="primary">
        Search
      </Button>
    </form>
  );
}
