import { count, countOf } from '#ui/format.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { DecisionsOfIntake } from '../decisions/decisions.queries.ts';

type Place = DecisionsOfIntake['seats'][number];
type Seats = Place & { id: number };

/** The seats of each class against offers and admissions. */
export function SeatsCard({ seats }: { seats: Place[] }) {
  const isNarrow = useMedia(NARROW);
  return (
    <Card title="Seats and offers" tour="admission-seats" flush>
      <DataTable
        name="admissions-seats"
        caption="Seats and offers"
        rows={seats.map((place): Seats => ({ ...place, id: place.classId }))}
        columns={columnsFor(isNarrow)}
        flush
        empty={
          <EmptyState title="No entry classes">Add the classes that applicants can enter to the intake.</EmptyState>
        }
      />
    </Card>
  );
}

const figure = (
  key: 'offered' | 'accepted' | 'admitted' | 'waiting',
  title: string,
  isNarrow: boolean,
): Column<Seats> => ({
  ...{ key, title, numeric: true, align: 'end', card: 'line' },
  // A card on a phone has no column heads.
  render: (row) => (isNarrow ? `${count(row[key])} ${title.toLowerCase()}` : count(row[key])),
});

const columnsFor = (isNarrow: boolean): Column<Seats>[] => [
  { key: 'name', title: 'Class', primary: true, render: (row) => row.name },
  {
    ...{ key: 'seats', title: 'Seats', numeric: true, align: 'end', card: 'line' },
    render: ({ seats }) => (seats === null ? 'No limit' : isNarrow ? countOf(seats, 'seat') : count(seats)),
  },
  figure('offered', 'Offered', isNarrow),
  figure('accepted', 'Accepted', isNarrow),
  figure('admitted', 'Admitted', isNarrow),
  {
    ...{ key: 'left', title: 'Left', numeric: true, align: 'end', card: 'aside' },
    render: ({ left }) => (left === null ? '—' : left < 0 ? `${count(-left)} too many` : `${count(left)} left`),
  },
  figure('waiting', 'Waiting list', isNarrow),
];
