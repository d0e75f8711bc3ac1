import { router } from '@inertiajs/core';
import { Badge } from '#ui/badge.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { menuColumn } from '#ui/overlays/menu.tsx';
import { askThenPost, post } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { reportListPage } from '../reports.pages.ts';
import type { ReportRowOfList } from './reports.list.ts';
import type { ReportKind } from '../reports.schema.ts';

/** Reports and graphs: the own, and those that are shared. */
export default function ReportListPage(list: PropsOf<typeof reportListPage>) {
  const { href } = useAddress();
  const add = list.can.create && <PrimaryLink href={href('/reports/new')}>New report</PrimaryLink>;
  return (
    <ListPage
      {...list}
      name="reports"
      title="Reports"
      action={add}
      search={{ label: 'Search reports', placeholder: 'Name or description' }}
      filters={[
        {
          key: 'of',
          label: 'Owner',
          pinned: true,
          options: [
            { value: 'mine', label: 'My reports' },
            { value: 'shared', label: 'Shared with me' },
          ],
        },
        {
          key: 'kind',
          label: 'Type',
          options: [
            { value: 'text', label: 'Lists' },
            { value: 'graph', label: 'Graphs' },
          ],
        },
      ]}
      columns={columns}
      rowHref={(row) => href(openedWith(row))}
      empty={
        <EmptyState title="No reports yet" action={add}>
          Save the lists you use often, such as the phone list of a class. Share them with colleagues, who see their own
          records in them.
        </EmptyState>
      }
    />
  );
}

const columns: Column<ReportRowOfList>[] = [
  {
    key: 'name',
    title: 'Report',
    primary: true,
    wraps: true,
    render: (row) => (
      <>
        {row.name} {row.isShared && <Badge>Shared</Badge>}
      </>
    ),
  },
  { key: 'description', title: 'Description', wraps: true, render: (row) => row.description },
  {
    key: 'about',
    title: 'About',
    card: 'line',
    render: (row) => (row.kind === 'graph' ? `${row.about}, graph` : row.about),
  },
  {
    key: 'owner',
    title: 'Owner',
    card: 'line',
    render: (row) =>
      row.isOwn ? 'You' : row.isOrphaned ? <Secondary>{row.owner}, no longer works here</Secondary> : row.owner,
  },
  menuColumn(actionsOf),
];

function actionsOf(row: ReportRowOfList) {
  const at = `/reports/${row.id}`;
  return [
    { label: 'Run', onSelect: () => router.visit(openedWith(row)) },
    row.mayChange && { label: 'Edit', onSelect: () => router.visit(`${openedWith(row)}/edit`) },
    row.mayCopy && { label: 'Copy', onSelect: () => post(`${at}/copy`) },
    row.mayShare && { label: 'Share', href: `${at}/sharing`, modal: true },
    row.mayShare && row.isOrphaned && !row.isOwn && { label: 'Take over', onSelect: () => post(`${at}/take-over`) },
    row.mayChange && { label: 'Delete', tone: 'bad' as const, onSelect: () => void remove(row) },
  ];
}

const remove = ({ id, name, isShared }: ReportRowOfList) =>
  askThenPost(`/reports/${id}/delete`, {
    title: `Delete ${name}?`,
    body: isShared
      ? 'Colleagues it’s shared with can no longer run it. The records stay.'
      : 'The report is deleted. The records in it stay.',
    action: 'Delete report',
    tone: 'bad',
  });

/** The page that runs a saved report. */
const openedWith = ({ id, kind }: { id: number; kind: ReportKind }) =>
  kind === 'graph' ? `/graphs/${id}` : `/reports/${id}`;
