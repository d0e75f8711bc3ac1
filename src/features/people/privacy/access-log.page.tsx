import type { Column } from '#ui/lists/data-table.tsx';
import { withParams } from '#ui/href.ts';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { accessLogPage } from './privacy.routes.ts';
import type { AccessLogRow } from './access-log.list.ts';
import { groupLabel, placeLabel } from './privacy-labels.ts';

/** Who saw health, religion and other private data, of whom, where. */
export default function AccessLogPage({ reader, ...list }: PropsOf<typeof accessLogPage>) {
  const { href } = useAddress();
  const { of, institution_id } = list.filter;
  return (
    <ListPage
      {...list}
      name="reads"
      title="Access log"
      description="Every view of a person’s health, religion or other private data is logged here."
      columns={columns}
      rowHref={(row) => href(`/${row.entity}s${row.subjectId === null ? '' : `/${row.subjectId}`}`)}
      rowLabel={subjectWords}
      filters={[
        {
          key: 'reader',
          label: 'User',
          pinned: true,
          search: withParams('/privacy/reads/reader-options', { institution_id }),
          options: reader ? [reader] : [],
        },
        {
          key: 'group',
          label: 'Data type',
          pinned: true,
          options: ['health', 'religion', 'private'].map((value) => ({ value, label: groupLabel(value) })),
        },
        { key: 'from', label: 'Dates', type: 'dates', endKey: 'to' },
        ...(of ? [{ key: 'of', label: 'Record', options: [{ value: of, label: ofWords(list.rows) }] }] : []),
      ]}
      empty={
        <EmptyState title="No access recorded yet">
          Views of health, religion and private documents are logged here. General data is not logged.
        </EmptyState>
      }
    />
  );
}

const ofWords = ([first]: AccessLogRow[]) => first?.subject ?? 'one person';

const subjectWords = ({ subject, entity, filter }: AccessLogRow) => subject ?? `All ${entity}s, ${filter}`;

const columns: Column<AccessLogRow>[] = [
  { key: 'person', title: 'User', primary: true, render: (row) => row.person },
  {
    key: 'subject',
    title: 'Record',
    card: 'line',
    render: (row) => (
      <>
        {subjectWords(row)} {row.subject && <Secondary>{row.entity}</Secondary>}
      </>
    ),
  },
  { key: 'group', title: 'Data type', card: 'line', render: (row) => groupLabel(row.fieldGroup) },
  { key: 'place', title: 'Where', render: (row) => placeLabel(row.place) },
  {
    key: 'at',
    title: 'When',
    card: 'aside',
    numeric: true,
    render: (row) => <DateTimeText value={String(row.at)} institutionId={row.institutionId} />,
  },
];
