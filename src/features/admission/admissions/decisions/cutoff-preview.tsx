import { count, countOf } from '#ui/format.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import type { CutoffClass } from './cutoff.queries.ts';
import { FigureRows } from './figure-rows.tsx';
import classes from '../shared/decisions.module.css';

type Row = CutoffClass & { id: number };

export const sumOf = (rows: readonly CutoffClass[], key: 'offered' | 'waiting' | 'rejected' | 'unmarked') =>
  rows.reduce((sum, row) => sum + row[key], 0);

/** Who would be offered a place, wait or be rejected, by class. */
export function CutoffPreview({ classes: rows }: { classes: CutoffClass[] }) {
  const isNarrow = useMedia(NARROW);
  const unmarked = sumOf(rows, 'unmarked');
  const ties = rows.filter(({ tied }) => tied > 0);
  return (
    <div className={classes.preview} aria-live="polite">
      {isNarrow ? (
        <FigureRows
          caption="What the cut-off does"
          rows={rows.map((row) => ({
            id: row.classId ?? 0,
            name: nameOf(row),
            aside: `${count(row.offered)} offered`,
            figures: [
              row.seatsLeft === null ? 'No limit' : `${countOf(row.seatsLeft, 'seat')} left`,
              row.lowest === null ? null : `lowest mark ${count(row.lowest)}`,
              `${count(row.waiting)} waiting`,
              `${count(row.rejected)} rejected`,
              `${count(row.kept)} under review`,
            ],
          }))}
        />
      ) : (
        <DataTable
          name="admissions-cutoff"
          caption="What the cut-off does"
          rows={rows.map((row): Row => ({ ...row, id: row.classId ?? 0 }))}
          columns={columns}
        />
      )}
      {ties.map(({ classId, name, tied, lowest }) => (
        <p key={classId} className={classes.note}>
          {name}: {countOf(tied, 'applicant')} with the same mark as the last offer ({lowest}){' '}
          {tied === 1 ? 'waits' : 'wait'}. Applications that were sent earlier come first.
        </p>
      ))}
      {unmarked > 0 && <p className={classes.note}>{countOf(unmarked, 'applicant')} without a mark stay undecided.</p>}
    </div>
  );
}

const nameOf = ({ name }: CutoffClass) => name ?? 'No class chosen';

const figure = (key: keyof CutoffClass, title: string): Column<Row> => ({
  key,
  title,
  numeric: true,
  align: 'end',
  hideable: false,
  render: (row) => (row[key] === null ? '—' : count(Number(row[key]))),
});

const columns: Column<Row>[] = [
  { key: 'name', title: 'Class', primary: true, render: nameOf },
  {
    ...figure('seatsLeft', 'Seats left'),
    render: ({ seatsLeft }) => (seatsLeft === null ? 'No limit' : count(seatsLeft)),
  },
  figure('offered', 'Offered'),
  figure('lowest', 'Lowest mark'),
  figure('waiting', 'Waiting list'),
  figure('rejected', 'Rejected'),
  figure('kept', 'Under review'),
];
