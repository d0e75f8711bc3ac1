import { DataTable, type Column } from '#ui/data-table.tsx';
import { FilterBar } from '#ui/filter-bar.tsx';
import { withParams } from '#ui/href.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/use-address.ts';
import { useMoreRows } from '#ui/use-more-rows.ts';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import type { PropsOf } from '#web/page.ts';
import type { readLogPage } from '../privacy.pages.ts';
import type { ReadRow } from '../reads.queries.ts';
import { groupWords, placeWords } from '../parts/words.ts';

/** Who looked at health, religion and other private data, of whom, where. */
export default function ReadLogPage({ rows, next, filter, reader }: PropsOf<typeof readLogPage>) {
  const address = useAddress();
  const list = useMoreRows({ rows, next });
  const institution = useInstitutionColumn<ReadRow>();
  return (
    <>
      <PageHeader
        title="Who looked"
        description="Each time health, religion or other private data of one person is shown, it is written here."
      />
      <DataTable
        name="reads"
        caption="Who looked at private data"
        columns={[...columns, ...institution]}
        rows={list.rows}
        rowHref={(row) => address.href(`/${row.entity}s${row.subjectId === null ? '' : `/${row.subjectId}`}`)}
        rowLabel={subjectWords}
        onMore={list.more}
        loadingMore={list.loading}
        filtered={Boolean(filter.reader || filter.group || filter.from || filter.to || filter.of)}
        dropFilter={{
          label: 'the filters',
          href: address.here({ reader: null, group: null, from: null, to: null, of: null }),
        }}
        toolbar={
          <FilterBar
            filters={[
              {
                key: 'reader',
                label: 'Who looked',
                value: filter.reader,
                pinned: true,
                search: withParams('/privacy/reads/reader-options', { institution_id: filter.institution_id }),
                options: reader ? [reader] : [],
              },
              {
                key: 'group',
                label: 'At what',
                value: filter.group,
                pinned: true,
                options: ['health', 'religion', 'private'].map((value) => ({ value, label: groupWords(value) })),
              },
              { key: 'from', label: 'Dates', type: 'dates', value: filter.from, end: { key: 'to', value: filter.to } },
              ...(filter.of
                ? [{ key: 'of', label: 'Of', value: filter.of, options: [{ value: filter.of, label: ofWords(rows) }] }]
                : []),
            ]}
          />
        }
        empty={
          <EmptyState title="Nobody has looked yet">
            A record’s general part can be seen by many. Health, religion and papers stand apart, and looking at them
            leaves a line here.
          </EmptyState>
        }
      />
    </>
  );
}

const ofWords = ([first]: ReadRow[]) => first?.subject ?? 'one person';

const subjectWords = ({ subject, entity, filter }: ReadRow) => subject ?? `All ${entity}s, ${filter}`;

const columns: Column<ReadRow>[] = [
  { key: 'person', title: 'Who looked', primary: true, render: (row) => row.person },
  {
    key: 'subject',
    title: 'At whose record',
    card: 'line',
    render: (row) => (
      <>
        {subjectWords(row)} {row.subject && <Secondary>{row.entity}</Secondary>}
      </>
    ),
  },
  { key: 'group', title: 'At what', card: 'line', render: (row) => groupWords(row.fieldGroup) },
  { key: 'place', title: 'Where', render: (row) => placeWords(row.place) },
  {
    key: 'at',
    title: 'When',
    card: 'aside',
    numeric: true,
    render: (row) => <DateTimeText value={String(row.at)} institutionId={row.institutionId} />,
  },
];
