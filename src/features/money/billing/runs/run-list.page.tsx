import { moneyColumn } from '#ui/lists/money-column.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { count } from '#ui/format.ts';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { runListPage } from './billing.routes.ts';
import type { RunRow } from './runs.list.ts';
import { runStates } from '../billing.ts';
import { RunBadge } from './run-badge.tsx';

/** All billing runs, latest first. */
export default function RunListPage(list: PropsOf<typeof runListPage>) {
  const { href } = useAddress();
  return (
    <ListPage
      {...list}
      name="fee-runs"
      title="Billing runs"
      breadcrumbs={[{ label: 'Fees', href: href('/fees') }]}
      filters={[{ key: 'state', label: 'Status', pinned: true, options: runStates }]}
      rowHref={(row) => href(`/fee-runs/${row.id}`)}
      columns={columns}
      empty={
        <EmptyState title="No billing runs yet" action={<PrimaryLink href={href('/fees')}>Go to fees</PrimaryLink>}>
          Open a fee and choose Bill students.
        </EmptyState>
      }
    />
  );
}

const columns: Column<RunRow>[] = [
  { key: 'title', title: 'Fee', primary: true, wraps: true, render: (row) => row.title },
  {
    key: 'started',
    title: 'Started',
    card: 'line',
    render: (row) => <DateTimeText value={row.createdAt as unknown as string} institutionId={row.institutionId} />,
  },
  { key: 'person', title: 'By', render: (row) => row.person },
  { key: 'students', title: 'Students billed', numeric: true, align: 'end', render: (row) => count(row.billedCount) },
  moneyColumn('billedTotal', 'Total', { key: 'total', card: 'line' }),
  { key: 'state', title: 'Status', card: 'aside', render: (row) => <RunBadge state={row.state} /> },
];
