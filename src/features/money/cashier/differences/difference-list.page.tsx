import { moneyColumn } from '#ui/lists/money-column.tsx';
import { Badge } from '#ui/badge.tsx';
import { countOf } from '#ui/format.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { counterChannelLabels } from './difference-labels.ts';
import type { DifferenceRow } from './differences.list.ts';
import type { differenceListPage } from '../cashier.pages.ts';

/** What was missing or left over at cashiers' counts, with who answers for it. */
export default function DifferenceListPage(list: PropsOf<typeof differenceListPage>) {
  const { href } = useAddress();
  return (
    <ListPage
      {...list}
      name="cashier-differences"
      title="Cashier differences"
      description="Cash missing or left over at a count, in the cashier’s name until someone else explains it."
      breadcrumbs={[{ label: 'Cashier sessions', href: href('/cashier-days') }, { label: 'Differences' }]}
      filters={[
        { key: 'state', label: 'Status', pinned: true, options: { open: 'Open', explained: 'Explained' } },
        { key: 'channel', label: 'Channel', options: counterChannelLabels },
      ]}
      columns={columns}
      rowHref={(row) => href(`/cashier-days/${row.dayId}`)}
      rowLabel={(row) => `${row.cashier}, ${row.day}`}
      empty={
        <EmptyState title="No differences">
          A difference between what was expected and what was counted is listed here once its session is approved.
        </EmptyState>
      }
    />
  );
}

const columns: Column<DifferenceRow>[] = [
  { key: 'day', title: 'Day', primary: true, numeric: true, render: (row) => <DateText value={row.day} /> },
  { key: 'cashier', title: 'Cashier', card: 'line', render: (row) => row.cashier },
  { key: 'channel', title: 'Channel', card: 'line', render: (row) => channels[row.channel] },
  moneyColumn('amount', 'Difference', { card: 'line' }),
  { key: 'age', title: 'Age', numeric: true, render: (row) => countOf(row.days, 'day') },
  { key: 'reason', title: 'Explanation', wraps: true, render: (row) => row.reason },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: ({ how }) => (how ? <Badge tone="good">Explained</Badge> : <Badge tone="gold">Open</Badge>),
  },
];
