import { cx } from '#ui/cx.ts';
import type { DayColumn } from './day-columns.ts';
import { sittingWords } from './month-words.ts';
import type { SexGroup } from './sex-groups.ts';
import classes from './month.module.css';

interface TotalsProps {
  words: string;
  attended: SexGroup['attended'];
  columns: readonly DayColumn[];
  /** How many columns there are after the days. */
  figures: number;
}

/** A row for the mornings and one for the afternoons. */
export function MonthTotals({ words, attended, columns, figures }: TotalsProps) {
  const sittings = [...new Set(columns.flatMap((column) => column.sittings))].toSorted((one, other) => one - other);
  const sumOf = (sitting: number) =>
    columns.reduce((sum, { sittings: own }, at) => sum + (attended[at]![own.indexOf(sitting)] ?? 0), 0);
  return (
    <>
      {sittings.map((sitting) => (
        <tr key={sitting} className={classes.totals}>
          <th scope="row">{[words, sittingWords(sitting)].filter(Boolean).join(', ')}</th>
          {columns.map(({ onDate, closed, sittings: own }, at) => (
            <td key={onDate} className={cx(closed && classes.closed)}>
              {own.includes(sitting) ? attended[at]![own.indexOf(sitting)] : ''}
            </td>
          ))}
          <td className={classes.figure}>{sumOf(sitting)}</td>
          <td colSpan={figures - 1}>{'\u00a0'}</td>
        </tr>
      ))}
    </>
  );
}
