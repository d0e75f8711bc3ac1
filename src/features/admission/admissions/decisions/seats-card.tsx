import { count, countOf } from '#ui/format.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { DecisionsOfIntake } from './decisions.queries.ts';
import classes from '../shared/decisions.module.css';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

type Place = DecisionsOfIntake['seats'][number];
type Seats = Place & { id: number };

/** The seats of each class against offers and admissions. */
export function SeatsCard({ seats }: { seats: Place[] }) {
  const isNarrow = useMedia(NARROW);
  return (
    <Card title="Seats and offers" tour="admission-seats" flush>
      {isNarrow && seats.length > 0 ? (
        <FigureRows
          caption="Seats and offers"
          rows={seats.map((place) => ({
            id: place.classId,
            name: place.name,
            aside: leftInWords(place),
            figures: [
              place.seats === null ? 'No limit' : countOf(place.seats, 'seat'),
              ...(
                [
                  [place.offered, 'offered'],
                  [place.accepted, 'accepted'],
                  [place.admitted, 'admitted'],
                  [place.waiting, 'on the waiting list'],
                ] as const
              ).map(([figure, what]) => `${count(figure)} ${what}`),
            ],
          }))}
        />
      ) : (
        <DataTable
          name="admissions-seats"
          caption="Seats and offers"
          rows={seats.map((place): Seats => ({ ...place, id: place.classId }))}
          columns={columns}
          flush
          empty={
            <EmptyState title="No entry classes">Add the classes that applicants can enter to the intake.</EmptyState>
          }
        />
      )}
    </Card>
  );
}

const leftInWords = ({ left }: Place) =>
  left === null ? '—' : left < 0 ? `${count(-left)} too many` : `${count(left)} left`;

const figure = (key: 'offered' | 'accepted' | 'admitted' | 'waiting', title: string): Column<Seats> => ({
  key,
  title,
  numeric: true,
  align: 'end',
  render: (row) => count(row[key]),
});

const columns: Column<Seats>[] = [
  { key: 'name', title: 'Class', primary: true, render: (row) => row.name },
  figureColumn('seats', 'Seats', ({ seats }) => (seats === null ? 'No limit' : count(seats))),
  figure('offered', 'Offered'),
  figure('accepted', 'Accepted'),
  figure('admitted', 'Admitted'),
  figureColumn('left', 'Left', leftInWords),
  figure('waiting', 'Waiting list'),
];

interface FigureRow {
  id: number;
  name: string;
  aside: string;
  figures: (string | null)[];
}

/** A table of figures on a phone: nothing is cut, the figures wrap. */
export function FigureRows({ caption, rows }: { caption: string; rows: FigureRow[] }) {
  return (
    <ul className={classes.figures} aria-label={caption}>
      {rows.map(({ id, name, aside, figures }) => (
        <li key={id}>
          <strong>{name}</strong> <span>{aside}</span>
          <span className={classes.note}>{figures.filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  );
}
