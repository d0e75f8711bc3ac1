import { moneyColumn } from '#ui/lists/money-column.tsx';
import { lazy, Suspense, useState, useCallback, useEffect } from 'react';
import { PrimaryLink } from '#ui/button.tsx';
import { exportItems } from '#ui/lists/export-items.ts';
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListFrame } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { paymentListPage } from '../payments.pages.ts';
import { bankFilter } from './bank-filter.ts';
import { Secondary, DateText } from '#ui/text.tsx';
import { channels } from '#features/money/ledger/channels.ts';
import { paymentStatuses, receiptNumber } from '../payments.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import type { PaymentRow, PaymentTotal } from './payments.list.ts';
import { PaymentStatusBadge } from '../shared/payment-status.tsx';
import classes from '../shared/counter.module.css';
import type { ListProps } from '#kernel/list/declare-list.ts';
import { explain, remote } from '#web/client/remote.ts';

// Loaded once somebody records one.
const UnknownDialog = lazy(() =>
  import('../shared/unknown-dialog.tsx').then((module) => ({ default: module.UnknownDialog })),
);

/** Payments with filters by status, institution, fee, day, channel and cashier, and their totals. */
export default function PaymentListPage({ filter, placing, cashier, can }: PropsOf<typeof paymentListPage>) {
  const { href, search } = useAddress();
  const [isRecording, setRecording] = useState(false);
  const query = search.size ? `?${search}` : '';
  const { answer, isWaiting, trouble, loading, more } = usePaymentRows(query);
  const list = answer ?? { rows: [], next: null, isFiltered: false, dropFirst: null, totals: null };
  return (
    <>
      <ListFrame
        {...list}
        filter={filter}
        name="payments"
        reportAs="payments"
        title="Payment records"
        more={[
          can.view && {
            label: 'Cheques to clear',
            href: href('/payment_records', { status: 'pending', channel: 'cheque' }),
          },
          placing.length > 0 && {
            label: 'Not seen at the bank',
            href: href('/payment_records', { bank: 'not_seen' }),
          },
          placing.length > 0 && { label: 'Unidentified payments', href: href('/unidentified-payments') },
          placing.length > 0 && { label: 'Record an unidentified payment', onSelect: () => setRecording(true) },
          ...(can.export ? exportItems((format) => `/payment_records/export.${format}${query}`) : []),
        ]}
        search={{ label: 'Search payments', placeholder: 'Receipt, reference, student or payer' }}
        filters={[
          { key: 'status', label: 'Status', pinned: true, options: paymentStatuses },
          { key: 'channel', label: 'Channel', pinned: true, options: channels },
          ...(can.view
            ? [
                {
                  key: 'fee_id',
                  label: 'Fee',
                  pinned: true,
                  search: `/payment_records/fee-options${institutionOf(search)}`,
                },
                {
                  key: 'cashier',
                  label: 'Cashier',
                  search: `/payment_records/cashier-options${institutionOf(search)}`,
                  options: cashier === null ? {} : { [String(filter.cashier)]: cashier },
                },
              ]
            : []),
          { key: 'from', endKey: 'to', label: 'Day' },
          { key: 'for', label: 'For', options: { students: 'Students', orders: 'Orders' } },
          { key: 'bank', label: 'Bank', options: bankFilter },
          { key: 'suspense', label: 'Unidentified', options: { yes: 'Unidentified' } },
        ]}
        tools={null}
        columns={paymentColumns}
        rowHref={(row) => href(`/payment_records/${row.id}`)}
        rowLabel={nameOf}
        onMore={more ? () => void more() : undefined}
        loadingMore={loading}
        empty={
          trouble ? (
            <ErrorState title="Payments couldn’t be loaded" message={trouble} />
          ) : isWaiting ? (
            <LoadingState />
          ) : (
            <EmptyState
              title="No payments yet"
              action={<PrimaryLink href={href('/payments/new')}>Take payment</PrimaryLink>}
            >
              Payments at the counter, online and from banks are listed here.
            </EmptyState>
          )
        }
      />
      <div className={classes.totals}>
        <Stats>
          {list.totals?.map((total) => (
            <Stat
              key={total.currency}
              label={`Received, of ${total.count} ${total.count === 1 ? 'payment' : 'payments'}`}
              value={money(total.received, total.currency)}
              hint={total.amount === total.received ? undefined : `${money(total.amount, total.currency)} in all`}
            />
          ))}
        </Stats>
      </div>
      {!can.view && list.totals !== null && (
        <p>
          <Secondary>Payments of your open session are added up once you’ve counted it.</Secondary>
        </p>
      )}
      {isRecording && (
        <Suspense>
          <UnknownDialog institutions={placing} open onClose={() => setRecording(false)} />
        </Suspense>
      )}
    </>
  );
}

const institutionOf = (search: URLSearchParams) =>
  search.get('institution_id') ? `?institution_id=${search.get('institution_id')}` : '';

const nameOf = (row: PaymentRow) => (row.number === null ? `Payment ${row.id}` : receiptNumber(row.number));

/** A payment in the list of payment records. */
const paymentColumns: Column<PaymentRow>[] = [
  { key: 'number', title: 'Receipt', primary: true, numeric: true, render: nameOf },
  {
    key: 'day',
    title: 'Day',
    numeric: true,
    descending: true,
    card: 'line',
    render: (row) => <DateText value={row.day} />,
  },
  {
    key: 'names',
    title: 'Student or purpose',
    card: 'line',
    wraps: true,
    render: (row) => row.names ?? <Secondary>{row.inSuspense ? 'Unidentified' : 'Order'}</Secondary>,
  },
  { key: 'payer', title: 'Payer', render: (row) => row.payer },
  { key: 'channel', title: 'Channel', render: (row) => channels[row.channel] },
  { key: 'reference', title: 'Reference', clipped: true, render: (row) => row.reference },
  moneyColumn('amount', 'Amount', { card: 'line' }),
  { key: 'status', title: 'Status', card: 'aside', render: (row) => <PaymentStatusBadge status={row.status} /> },
  { key: 'cashier', title: 'Cashier', spare: true, render: (row) => row.cashier },
];

type Answer = ListProps<PaymentRow, object> & { totals: PaymentTotal[] | null };
const call = '/payment_records/payment_record_filter';

/** The rows and totals of a filter, fetched again when it changes. Further pages are appended. */
function usePaymentRows(query: string) {
  const [state, setState] = useState<{ query: string; answer: Answer } | null>(null);
  const [trouble, setTrouble] = useState('');
  const [loading, setLoading] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    setTrouble('');
    remote<Answer>('get', `${call}${query}`, {}, { signal: stop.signal }).then(
      ({ json }) => setState({ query, answer: json }),
      (error: unknown) => stop.signal.aborted || setTrouble(explain(error).message),
    );
    return () => stop.abort();
  }, [query]);
  const next = state?.answer.next;
  const more = useCallback(async () => {
    if (!next) return;
    setLoading(true);
    try {
      const { json } = await remote<Answer>('get', next);
      setState((now) =>
        now && now.answer.next === next
          ? { ...now, answer: { ...now.answer, next: json.next, rows: [...now.answer.rows, ...json.rows] } }
          : now,
      );
    } catch (error) {
      setTrouble(explain(error).message);
    } finally {
      setLoading(false);
    }
  }, [next]);
  return {
    answer: state?.answer ?? null,
    isWaiting: state?.query !== query,
    trouble,
    loading,
    more: next ? more : null,
  };
}
