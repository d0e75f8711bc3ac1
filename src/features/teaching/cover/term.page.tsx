import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { TermCoversProps, termCoversPage } from './cover.routes.ts';

/** How often each teacher has covered this term, so that it is shared fairly. */
export default function TermCoversPage({ term, rows, institution }: PropsOf<typeof termCoversPage>) {
  const { href } = useAddress();
  return (
    <>
      <PageHeader
        title="Covers this term"
        description={`${term ?? 'The last 90 days'}, ${institution}. Teachers with the fewest covers come first.`}
        breadcrumbs={[{ label: 'Cover', href: href('/cover') }]}
      />
      {rows.length === 0 ? (
        <EmptyState title="No teachers">Covers are counted once a timetable is published.</EmptyState>
      ) : (
        <DataTable name="term-covers" caption="Covers this term" columns={columns} rows={rows} />
      )}
    </>
  );
}

const columns: Column<TermCoversProps['rows'][number]>[] = [
  { key: 'name', title: 'Teacher', primary: true, hideable: false, render: ({ name }) => name },
  { key: 'covers', title: 'Covers', card: 'figure', align: 'end', render: ({ covers }) => covers },
  { key: 'periods', title: 'Periods', align: 'end', render: ({ periods }) => periods },
  {
    key: 'last',
    title: 'Last cover',
    card: 'line',
    render: ({ lastOn }) => (lastOn ? <DateText value={lastOn} /> : <Secondary>None yet</Secondary>),
  },
  { key: 'given', title: 'Lessons covered', align: 'end', render: ({ given }) => given },
];
