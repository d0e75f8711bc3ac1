import { Badge } from '#ui/badge.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { typeListPage } from './leave.pages.ts';
import { dayCountText } from './shared/leave-text.ts';
import type { LeaveTypeRow } from './types/types.queries.ts';

/** The types of leave of an institution. */
export default function TypeListPage({ types }: PropsOf<typeof typeListPage>) {
  const { href } = useAddress();
  const add = <PrimaryLink href={href('/leave-types/new')}>Add leave type</PrimaryLink>;
  return (
    <>
      <PageHeader title="Leave types" breadcrumbs={[{ label: 'Settings', href: href('/settings') }]} action={add} />
      <DataTable
        name="leave-types"
        caption="Leave types"
        columns={columnsFor(href)}
        rows={types}
        rowHref={(row) => href(`/leave-types/${row.id}/edit`)}
        empty={<EmptyState title="No leave types yet">Add the types of leave that employees can request.</EmptyState>}
      />
    </>
  );
}

const columnsFor = (href: (path: string) => string): Column<LeaveTypeRow>[] => [
  {
    key: 'name',
    title: 'Name',
    primary: true,
    render: (row) => (
      <>
        {row.name} {row.isRetired && <Badge>Retired</Badge>}{' '}
        {row.institution && <Secondary>{row.institution}</Secondary>}
      </>
    ),
  },
  {
    key: 'days',
    title: 'Days a year',
    card: 'line',
    render: (row) => (row.daysAYear === null ? 'No limit' : dayCountText(row.daysAYear)),
  },
  {
    key: 'rules',
    title: 'Rules',
    card: 'line',
    render: (row) =>
      [
        row.isPaid ? 'Paid' : 'Unpaid',
        row.needsPaper && 'Needs a document',
        row.isRestricted && 'Restricted',
        row.countsAllDays && 'All days count',
      ]
        .filter(Boolean)
        .join(' · '),
  },
  {
    key: 'actions',
    title: 'Actions',
    card: 'aside',
    hideable: false,
    align: 'end',
    render: (row) => (
      <Menu
        label={`Actions for ${row.name}`}
        items={[
          { label: 'Edit', href: href(`/leave-types/${row.id}/edit`) },
          row.isRetired
            ? { label: 'Restore', onSelect: () => post(`/leave-types/${row.id}/restore`) }
            : { label: 'Retire', onSelect: () => post(`/leave-types/${row.id}/retire`) },
        ]}
      />
    ),
  },
];
