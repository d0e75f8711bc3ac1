import { formatTimes } from '#kernel/dates.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { ownCoversPage } from './cover.routes.ts';
import type { OwnCover } from './days/own-covers.queries.ts';
import classes from './cover.module.css';

/** The lessons that a teacher takes for others, and own ones that others take, from today on. */
export default function OwnCoversPage({ covers }: PropsOf<typeof ownCoversPage>) {
  const { href } = useAddress();
  const taken = covers.filter(({ isTaken }) => isTaken);
  const given = covers.filter(({ isTaken }) => !isTaken);
  return (
    <>
      <PageHeader title="My covers" breadcrumbs={[{ label: 'Cover', href: href('/cover') }]} />
      {taken.length === 0 ? (
        <EmptyState title="No covers">Lessons you cover for absent teachers appear here.</EmptyState>
      ) : (
        <Covers name="own-covers" caption="My covers" rows={taken} who="For" />
      )}
      {given.length > 0 && (
        <div className={classes.given}>
          <Card title="My lessons covered by others" flush>
            <Covers name="given-covers" caption="My lessons covered by others" rows={given} who="Covered by" flush />
          </Card>
        </div>
      )}
    </>
  );
}

interface CoversProps {
  name: string;
  caption: string;
  rows: OwnCover[];
  who: 'For' | 'Covered by';
  flush?: boolean;
}

const Covers = ({ name, caption, rows, who, flush }: CoversProps) => (
  <DataTable
    name={name}
    caption={caption}
    rows={rows}
    flush={flush}
    columns={[
      ...columns,
      {
        key: 'who',
        title: 'Teacher',
        card: 'line',
        hideable: false,
        render: ({ absent, substitute }) => (who === 'For' ? `for ${absent}` : `covered by ${substitute}`),
      },
    ]}
    rowId={({ day, lessonId, partId, absentId }) => `${day} ${lessonId} ${partId} ${absentId}`}
  />
);

const columns: Column<OwnCover>[] = [
  {
    key: 'lesson',
    title: 'Lesson',
    primary: true,
    hideable: false,
    render: ({ courses, batches, note }) => (
      <>
        {courses}, {batches}
        {note && (
          <>
            {' '}
            <Secondary>{note}</Secondary>
          </>
        )}
      </>
    ),
  },
  { key: 'day', title: 'Day', card: 'aside', hideable: false, render: ({ day }) => <DateText value={day} /> },
  {
    key: 'time',
    title: 'Time',
    card: 'line',
    hideable: false,
    render: ({ startsAt, endsAt, periodName }) => `${formatTimes(startsAt, endsAt)}, ${periodName}`,
  },
  { key: 'room', title: 'Room', hideable: false, render: ({ room }) => room ?? 'Classroom' },
];
