import { LinkButton } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import type { PropsOf } from '#web/page.ts';
import { VersionBadge } from '../shared/version-header.tsx';
import type { versionListPage } from '../timetable.pages.ts';
import type { VersionRow } from './versions.queries.ts';

const columns: Column<VersionRow>[] = [
  {
    key: 'name',
    title: 'Timetable',
    primary: true,
    render: ({ name, session, term }) => (
      <>
        {name} <Secondary>{[session, term].filter(Boolean).join(', ')}</Secondary>
      </>
    ),
  },
  { key: 'state', title: 'Status', card: 'aside', render: (version) => <VersionBadge version={version} /> },
  { key: 'from', title: 'Valid from', render: ({ validFrom }) => validFrom && <DateText value={validFrom} /> },
  {
    key: 'until',
    title: 'Until',
    render: ({ validFrom, validUntil }) => validUntil && validUntil >= validFrom! && <DateText value={validUntil} />,
  },
  {
    key: 'placed',
    title: 'Placed',
    align: 'end',
    card: 'line',
    render: ({ placed, all }) => `${placed} of ${countOf(all, 'period')}`,
  },
];

/** All versions of the timetable. */
export default function VersionListPage({ rows, can }: PropsOf<typeof versionListPage>) {
  const { href } = useAddress();
  const institution = useInstitutionColumn<VersionRow>();
  const add = can.edit && (
    <LinkButton tone="primary" href={href('/timetables/new')} onClick={opensModal}>
      Add timetable
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Timetables"
        action={rows.length > 0 && add}
        more={[
          can.edit && { label: 'Timetable from a FET file', href: href('/fet-files/new') },
          { label: 'Rooms', href: href('/rooms') },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState title="No timetable yet" action={add}>
          A timetable is made as a draft: set the periods of a day and the lessons a week, place the lessons, then
          publish it from a day on.
        </EmptyState>
      ) : (
        <DataTable
          name="timetables"
          caption="Timetables"
          columns={[...columns, ...institution]}
          rows={rows}
          rowHref={({ id }) => href(`/timetables/${id}`)}
        />
      )}
    </>
  );
}
