import { Badge } from '#ui/badge.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Money, Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { DayRow } from './days.list.ts';
import type { dayListPage } from '../cashier.pages.ts';

/** Days of cashiers, latest first. */
export default function DayListPage(list: PropsOf<typeof dayListPage>) {
  const { href } = useAddress();
  return (
    <ListPage
      {...list}
      name="cashier-days"
      title="Cashier sessions"
      description="Opened with a float, counted and closed by the cashier, approved by the bursar."
      more={[{ label: 'Differences', href: href('/cashier-differences', { state: 'open' }) }]}
      filters={[
        {
          key: 'state',
          label: 'Status',
          pinned: true,
          options: { open: 'Open', closed: 'Closed', approved: 'Approved' },
        },
        { key: 'from', endKey: 'to', label: 'Day' },
      ]}
      columns={columns}
      rowHref={(row) => href(`/cashier-days/${row.id}`)}
      rowLabel={(row) => `${row.cashier}, ${row.day}`}
      empty={
        <EmptyState
          title="No cashier sessions yet"
          action={<PrimaryLink href={href('/payments/new')}>Take payment</PrimaryLink>}
        >
          A session starts when a cashier opens it with a float, before the first payment.
        </EmptyState>
      }
    />
  );
}

/** The state in words and colour. */
export function DayState({ closedAt, approvedAt }: { closedAt: unknown; approvedAt: unknown }) {
  if (approvedAt) return <Badge tone="good">Approved</Badge>;
  return closedAt ? <Badge tone="gold">Closed</Badge> : <Badge tone="info">Open</Badge>;
}

function DayDifference({ short, over }: Pick<DayRow, 'short' | 'over'>) {
  if (short === 0 || over === 0) return <Money minor={short + over} />;
  return (
    <>
      <Money minor={short} /> and <Money minor={over} />
    </>
  );
}

const columns: Column<DayRow>[] = [
  { key: 'day', title: 'Day', primary: true, numeric: true, render: (row) => <DateText value={row.day} /> },
  { key: 'cashier', title: 'Cashier', card: 'line', render: (row) => row.cashier },
  { key: 'receipts', title: 'Payments', numeric: true, align: 'end', render: (row) => row.receipts },
  {
    key: 'taken',
    title: 'Taken',
    numeric: true,
    align: 'end',
    card: 'line',
    render: (row) => (row.taken === null ? <Secondary>After the count</Secondary> : <Money minor={row.taken} />),
  },
  {
    key: 'difference',
    title: 'Difference',
    numeric: true,
    align: 'end',
    render: (row) => row.closedAt && <DayDifference {...row} />,
  },
  { key: 'state', title: 'Status', card: 'aside', render: (row) => <DayState {...row} /> },
];
