import { count } from '#ui/format.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { DecisionsOfIntake } from '../decisions/decisions.queries.ts';

type Place = DecisionsOfIntake['seats'][number];
type Seats = Place & { id: number };

/** The seats of each class against offers and admissions. */
export function SeatsCard({ seats }: { seats: Place[] }) {
  return (
    <Card title="Seats and offers" tour="admission-seats" flush>
      <DataTable
        name="admissions-seats"
        caption="Seats and offers"
        rows={seats.map((place): Seats => ({ ...place, id: place.classId }))}
        columns={seatColumns}
        flush
        empty={
          <EmptyState title="No entry classes">Add the classes that applicants can enter to the intake.</EmptyState>
        }
      />
    </Card>
  );
}

const figure = (key: 'offered' | 'accepted' | 'admitted' | 'waiting', title: string): Column<Seats> => ({
  ...{ key, title, numeric: true, align: 'end', card: 'line' },
  render: (row) => count(row[key]),
});
const seatColumns: Column<Seats>[] = [
  { key: 'name', title: 'Class', primary: true, render: (row) => row.name },
  {
    ...{ key: 'seats', title: 'Seats', numeric: true, align: 'end', card: 'line' },
    render: (row) => (row.seats === null ? 'No limit' : count(row.seats)),
  },
  figure('offered', 'Offered'),
  figure('accepted', 'Accepted'),
  figure('admitted', 'Admitted'),
  {
    ...{ key: 'left', title: 'Left', numeric: true, align: 'end', card: 'aside' },
    render: ({ left }) => (left === null ? '—' : left < 0 ? `${count(-left)} too many` : count(left)),
  },
  figure('waiting', 'Waiting list'),
];
