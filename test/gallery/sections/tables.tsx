import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/states.tsx';

export const title = 'Tables';

interface Person {
  id: number;
  name: string;
  number: string;
  status: string;
}

const columns: Column<Person>[] = [
  { key: 'name', title: 'Name', primary: true, sortable: true, render: (row) => row.name },
  { key: 'number', title: 'Admission no.', numeric: true, card: 'line', render: (row) => row.number },
  { key: 'status', title: 'Status', card: 'aside', render: (row) => <StatusBadge status={row.status} /> },
];
const rows: Person[] = [
  { id: 1, name: 'Obi, Ada', number: '2026/0001', status: 'active' },
  { id: 2, name: 'Bello, Sani', number: '2026/0002', status: 'suspended' },
];

export default function Tables() {
  return (
    <div style={{ display: 'grid', gap: 24 }}>
      <DataTable
        name="gallery-rows"
        caption="With rows"
        columns={columns}
        rows={rows}
        total={40}
        onMore={() => undefined}
        rowHref={() => '/gallery/form'}
        rowInModal
        sort="name"
        sortHref={() => '#tables'}
      />
      <DataTable name="gallery-loading" caption="Loading" columns={columns} rows={[]} loading />
      <DataTable
        name="gallery-filtered"
        caption="No results"
        columns={columns}
        rows={[]}
        filtered
        dropFilter={{ label: 'Remove the Status filter', href: '/gallery' }}
      />
      <DataTable
        name="gallery-empty"
        caption="Nothing yet"
        columns={columns}
        rows={[]}
        empty={<EmptyState title="Nobody yet">Students appear here.</EmptyState>}
      />
    </div>
  );
}
