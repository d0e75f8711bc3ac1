import { LinkButton } from '#ui/button.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { count } from '#ui/format.ts';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { kindLabels } from './kinds/kind-labels.ts';
import { StateBadge } from './state-badge.tsx';
import type { importList } from './imports.pages.ts';

type Row = PropsOf<typeof importList>['rows'][number];

/** All imports, the latest first. */
export default function ImportListPage({ kind, mayImport, ...list }: PropsOf<typeof importList>) {
  const { href } = useAddress();
  const main = kind ?? mayImport[0] ?? 'students';
  const others = kind ? [] : mayImport.filter((one) => one !== main);
  const start = (
    <LinkButton tone="primary" href={href('/imports/new', { kind: main })}>
      Import from a file
    </LinkButton>
  );
  return (
    <ListPage
      {...list}
      name="imports"
      title="Imports"
      breadcrumbs={[{ label: kindLabels[main].title, href: href(kindLabels[main].home) }]}
      action={list.rows.length > 0 && start}
      more={others.map((one) => ({
        label: `Import ${kindLabels[one].many}`,
        href: href('/imports/new', { kind: one }),
      }))}
      columns={kind ? columns.filter(({ key }) => key !== 'kind') : columns}
      rowHref={(row) => href(`/imports/${row.id}`)}
      empty={
        <EmptyState title="No imports yet" action={start}>
          Import a list of {kindLabels[main].many} from Excel or another program. You map its columns and see a preview;
          nothing is saved until you confirm.
        </EmptyState>
      }
    />
  );
}

const columns: Column<Row>[] = [
  { key: 'file', title: 'File', primary: true, render: (row) => row.fileName },
  { key: 'kind', title: 'Type', render: (row) => kindLabels[row.kind].title },
  { key: 'state', title: 'Status', card: 'aside', render: (row) => <StateBadge state={row.state} /> },
  { key: 'rows', title: 'Rows', numeric: true, align: 'end', render: (row) => count(row.rowCount) },
  { key: 'imported', title: 'Imported', numeric: true, align: 'end', render: (row) => count(row.importedCount) },
  { key: 'person', title: 'By', render: (row) => row.person },
  {
    key: 'created',
    title: 'Uploaded',
    card: 'line',
    render: (row) => <DateTimeText value={row.createdAt} institutionId={row.institutionId} />,
  },
];
