import { Link } from '#ui/link.tsx';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { MonthRegister } from './month-register.ts';
import { percentOf, periodName, weekdayOf, sittingText, type sexNames } from './period-figures.ts';
import { cx } from '#ui/cx.ts';
import type { DayColumn } from './day-columns.ts';
import { together, type MonthRow, type SexGroup } from './sex-groups.ts';
import classes from './month.module.css';

type Names = ReturnType<typeof sexNames>;

const heads = ['Present', 'Absent', 'Late', '%'];

/** Students by sex × days with their strokes. It scrolls in itself; the days and the names stay. */
export function MonthTable({ register, names }: { register: MonthRegister; names: Names }) {
  const { batch, period, columns, groups } = register;
  return (
    // A part that scrolls is reached by the keyboard, whose arrows then scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={`Register of ${batch}`}>
      <table className={classes.table} data-tour="month-table">
        <caption className="visually-hidden">
          {batch}, {periodName(period)}
        </caption>
        <thead>
          <tr>
            <th scope="col">Student</th>
            {columns.map((column) => (
              <DayHead key={column.onDate} column={column} register={register} />
            ))}
            {heads.map((head) => (
              <th key={head} scope="col" className={classes.figure}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.sex}>
            <tr className={classes.group}>
              <th scope="rowgroup">
                {names[group.sex]} ({group.rows.length})
              </th>
              <td colSpan={columns.length + heads.length}>{'\u00a0'}</td>
            </tr>
            {group.rows.map((row, line) => (
              <Student key={row.id} row={row} columns={columns} below={line === 0 ? group.rows.length : 0} />
            ))}
            <MonthTotals
              words={`${names[group.sex]} present`}
              attended={group.attended}
              columns={columns}
              figures={heads.length}
            />
          </tbody>
        ))}
        {groups.length > 1 && (
          <tbody>
            <MonthTotals words="All present" attended={together(groups)} columns={columns} figures={heads.length} />
          </tbody>
        )}
      </table>
    </div>
  );
}

function DayHead({ column, register }: { column: DayColumn; register: MonthRegister }) {
  const { href } = useAddress();
  const { onDate, sittings, closed } = column;
  const { batchId, offeringId, today } = register;
  const number = Number(onDate.slice(8));
  const isOpen = sittings.length > 0 && onDate <= today;
  return (
    <th scope="col" className={cx(closed && classes.closed)}>
      <abbr title={weekdayOf(onDate)}>{weekdayOf(onDate).slice(0, 2)}</abbr>
      {isOpen ? (
        <Link
          href={href(`/registers/${batchId}`, {
            date: onDate,
            sitting: sittings[0],
            offering: offeringId,
            month: null,
            week: null,
          })}
          aria-label={`Register of ${dateText(onDate)}`}
        >
          {number}
        </Link>
      ) : (
        <span>{number}</span>
      )}
    </th>
  );
}

/** `below`: rows of the group from this one on, which the name of a holiday stands across. */
function Student({ row, columns, below }: { row: MonthRow; columns: readonly DayColumn[]; below: number }) {
  const { href } = useAddress();
  return (
    <tr>
      <th scope="row">
        <Link href={href(`/students/${row.id}/attendance`, { month: null, week: null, offering: null })}>
          {row.name}
        </Link>{' '}
        <span className={classes.number}>{row.number}</span>
      </th>
      {row.cells.map((cell, at) => {
        const { onDate, closed } = columns[at]!;
        if (!closed) return <Cell key={onDate} cell={cell} />;
        return (
          below > 0 && (
            <td key={onDate} rowSpan={below} className={classes.closed}>
              <span className={classes.holiday}>{closed}</span>
            </td>
          )
        );
      })}
      {[row.present, row.absent, row.late, percentOf(row.present, row.called) ?? '—'].map((figure, at) => (
        <td key={heads[at]} className={classes.figure}>
          {figure}
        </td>
      ))}
    </tr>
  );
}

/** Letters stand out from strokes, an absence without a reason most. */
const Cell = ({ cell }: { cell: string }) => (
  <td className={cx(/[A-WYZ]/.test(cell) && classes.marked, cell.length < 3 && cell.includes('A') && classes.absent)}>
    {cell}
  </td>
);

interface TotalsProps {
  words: string;
  attended: SexGroup['attended'];
  columns: readonly DayColumn[];
  /** How many columns there are after the days. */
  figures: number;
}

/** A row for the mornings and one for the afternoons. */
function MonthTotals({ words, attended, columns, figures }: TotalsProps) {
  const sittings = [...new Set(columns.flatMap((column) => column.sittings))].toSorted((one, other) => one - other);
  const sumOf = (sitting: number) =>
    columns.reduce((sum, { sittings: own }, at) => sum + (attended[at]![own.indexOf(sitting)] ?? 0), 0);
  return (
    <>
      {sittings.map((sitting) => (
        <tr key={sitting} className={classes.totals}>
          <th scope="row">{[words, sittingText(sitting)].filter(Boolean).join(', ')}</th>
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
