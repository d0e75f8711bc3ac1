import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { countOf, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { exportItems } from '#ui/lists/export-items.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Money, Secondary } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { ages } from './ages.ts';
import type { unidentifiedListPage } from './suspense.routes.ts';
import classes from './place.module.css';
import type { UnidentifiedRow } from './unidentified.list.ts';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

// Loaded once somebody records one.
const UnknownDialog = lazy(() =>
  import('#features/money/payments/shared/unknown-dialog.tsx').then((module) => ({ default: module.UnknownDialog })),
);

/** Money in suspense, the oldest first, with its sums by age. */
export default function UnidentifiedListPage({ totals, placing, can, ...list }: PropsOf<typeof unidentifiedListPage>) {
  const { href, here } = useAddress();
  const [isRecording, setRecording] = useState(false);
  const record = placing.length > 0 && <Button onClick={() => setRecording(true)}>Record payment</Button>;
  return (
    <>
      <ListPage
        {...list}
        name="unidentified"
        reportAs="unidentified"
        title="Unidentified payments"
        description="Payments with an unknown student. They stay in suspense until you identify them."
        action={record}
        more={can.export ? exportItems((format) => href(`/unidentified-payments/export.${format}`, list.filter)) : []}
        search={{ label: 'Search unidentified payments', placeholder: 'Reference, narration or payer' }}
        filters={[
          { key: 'channel', label: 'Channel', pinned: true, options: onlyMoney },
          {
            key: 'age',
            label: 'Age',
            pinned: true,
            options: Object.entries(ages).map(([value, { label }]) => ({ value, label })),
          },
        ]}
        columns={columns}
        rowHref={(row) => href(`/payments/${row.id}/identify`)}
        empty={
          <EmptyState title="No unidentified payments" action={record}>
            Bank statement lines that match no student, and payments recorded here, wait here until someone asks.
          </EmptyState>
        }
      />
      {totals.length > 0 && (
        <div className={classes.totals}>
          <Stats>
            {[...Map.groupBy(totals, ({ currency }) => currency)].map(([currency, of]) => (
              <Stat
                key={currency}
                label="In suspense"
                value={money(
                  of.reduce((sum, { total }) => sum + total, 0),
                  currency,
                )}
                hint={countOf(
                  of.reduce((sum, { count }) => sum + count, 0),
                  'payment',
                )}
                href={here({ age: null })}
              />
            ))}
            {totals.map(({ currency, age, count, total }) => (
              <Stat
                key={`${currency} ${age}`}
                label={ages[age].label}
                value={money(total, currency)}
                hint={countOf(count, 'payment')}
                href={here({ age })}
              />
            ))}
          </Stats>
        </div>
      )}
      {isRecording && (
        <Suspense>
          <UnknownDialog institutions={placing} open onClose={() => setRecording(false)} />
        </Suspense>
      )}
    </>
  );
}

const { waiver: _, opening: __, ...onlyMoney } = channels;

const columns: Column<UnidentifiedRow>[] = [
  { key: 'day', title: 'Day', primary: true, numeric: true, render: (row) => <DateText value={row.day} /> },
  { key: 'age', title: 'Age', numeric: true, card: 'line', render: (row) => countOf(row.days, 'day') },
  figureColumn('amount', 'Amount', (row) => <Money minor={row.amount} currency={row.currency} />, { card: 'aside' }),
  {
    key: 'channel',
    title: 'Channel',
    render: (row) => (
      <>
        {channels[row.channel]} {row.reference && <Secondary>{row.reference}</Secondary>}
      </>
    ),
  },
  {
    key: 'narration',
    title: 'Narration',
    card: 'line',
    wraps: true,
    render: (row) => [row.narration, row.payer].filter(Boolean).join(' · '),
  },
];
