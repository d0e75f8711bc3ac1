import { count, countOf } from '#ui/format.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import type { CutoffClass } from '../decisions/cutoff.queries.ts';
import classes from './decisions.module.css';

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
      <DataTable
        name="admissions-cutoff"
        caption="What the cut-off does"
        rows={rows.map((row): Row => ({ ...row, id: row.classId ?? 0 }))}
        columns={columnsFor(isNarrow)}
      />
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

const figure = (
  key: keyof CutoffClass,
  title: string,
  isNarrow: boolean,
  card: 'line' | 'aside' = 'line',
): Column<Row> => ({
  ...{ key, title, numeric: true, align: 'end', card, hideable: false },
  // A card on a phone has no column heads.
  render: (row) =>
    [row[key] === null ? '—' : count(Number(row[key])), isNarrow && title.toLowerCase()].filter(Boolean).join(' '),
});

const columnsFor = (isNarrow: boolean): Column<Row>[] => [
  { key: 'name', title: 'Class', primary: true, render: (row) => row.name ?? 'No class chosen' },
  {
    ...figure('seatsLeft', 'Seats left', isNarrow),
    render: ({ seatsLeft }) =>
      seatsLeft === null ? 'No limit' : isNarrow ? `${count(seatsLeft)} seats left` : count(seatsLeft),
  },
  figure('offered', 'Offered', isNarrow, 'aside'),
  figure('lowest', 'Lowest mark', isNarrow),
  figure('waiting', 'Waiting list', isNarrow),
  figure('rejected', 'Rejected', isNarrow),
  figure('kept', 'Under review', isNarrow),
];
