import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { ownCoversPage } from '../cover.pages.ts';
import type { OwnCover } from '../days/own-covers.queries.ts';

/** The lessons that a teacher takes for others, from today on. */
export default function OwnCoversPage({ covers }: PropsOf<typeof ownCoversPage>) {
  const { href } = useAddress();
  return (
    <>
      <PageHeader title="My covers" breadcrumbs={[{ label: 'Cover', href: href('/cover') }]} />
      {covers.length === 0 ? (
        <EmptyState title="No covers">Lessons that you take for absent teachers appear here.</EmptyState>
      ) : (
        <DataTable
          name="own-covers"
          caption="My covers"
          columns={columns}
          rows={covers}
          rowId={({ day, lessonId, partId, absentId }) => `${day} ${lessonId} ${partId} ${absentId}`}
        />
      )}
    </>
  );
}

const columns: Column<OwnCover>[] = [
  {
    ...{ key: 'lesson', title: 'Lesson', primary: true, hideable: false },
    render: ({ courses, batches }) => `${courses}, ${batches}`,
  },
  { ...{ key: 'day', title: 'Day', card: 'aside', hideable: false }, render: ({ day }) => <DateText value={day} /> },
  {
    ...{ key: 'time', title: 'Time', card: 'line', hideable: false },
    render: ({ startsAt, endsAt, periodName }) => `${startsAt} to ${endsAt}, ${periodName}`,
  },
  { ...{ key: 'room', title: 'Room', hideable: false }, render: ({ room }) => room },
  { ...{ key: 'absent', title: 'For', hideable: false }, render: ({ absent }) => absent },
];
