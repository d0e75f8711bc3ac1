import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { dateText } from '../format.ts';
import { Link } from '../link.tsx';
import { WEEKDAY_NAMES } from '../plain/constants.ts';
import classes from './month.module.css';

interface GridDay {
  onDate: string;
  /** Why nobody is marked on the day. */
  closed?: string | null;
  /** The register of the day. */
  href?: string | undefined;
}

interface GridRow {
  id: number;
  name: string;
  number: string;
  href: string;
  /** A sign or letters for each day. */
  cells: readonly string[];
  figures: readonly (string | number)[];
}

export interface GridTotal {
  label: string;
  cells: readonly (string | number)[];
  sum: number;
}

interface GridGroup {
  title: string;
  rows: readonly GridRow[];
  totals?: readonly GridTotal[] | undefined;
}

interface MonthGridProps {
  label: string;
  caption: string;
  /** Above the names. */
  nameHead: string;
  days: readonly GridDay[];
  /** Of the figures after the days. */
  heads: readonly string[];
  groups: readonly GridGroup[];
  totals?: readonly GridTotal[] | undefined;
}

/** People in groups × days with their signs. It scrolls in itself; the days and the names stay. */
export function MonthGrid({ label, caption, nameHead, days, heads, groups, totals }: MonthGridProps) {
  return (
    // A part that scrolls is reached by the keyboard, whose arrows then scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table} data-tour="month-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{nameHead}</th>
            {days.map((day) => (
              <DayHead key={day.onDate} day={day} />
            ))}
            {heads.map((head) => (
              <th key={head} scope="col" className={classes.figure}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.title}>
            <tr className={classes.group}>
              <th scope="rowgroup">
                {group.title} ({group.rows.length})
              </th>
              <td colSpan={days.length + heads.length}>{'\u00a0'}</td>
            </tr>
            {group.rows.map((row, line) => (
              <Person key={row.id} row={row} days={days} below={line === 0 ? group.rows.length : 0} />
            ))}
            <Totals totals={group.totals} days={days} heads={heads} />
          </tbody>
        ))}
        <tbody>
          <Totals totals={totals} days={days} heads={heads} />
        </tbody>
      </table>
    </div>
  );
}

function DayHead({ day: { onDate, closed, href } }: { day: GridDay }) {
  const weekday = WEEKDAY_NAMES[new Date(onDate).getUTCDay()]!;
  const number = Number(onDate.slice(8));
  return (
    <th scope="col" className={cx(closed && classes.closed)}>
      <abbr title={weekday}>{weekday.slice(0, 2)}</abbr>
      {href ? (
        <Link href={href} aria-label={`Register of ${dateText(onDate)}`}>
          {number}
        </Link>
      ) : (
        <span>{number}</span>
      )}
    </th>
  );
}

/** `below`: rows of the group from this one on, which the name of a holiday stands across. */
function Person({ row, days, below }: { row: GridRow; days: readonly GridDay[]; below: number }) {
  return (
    <tr>
      <th scope="row">
        <Link href={row.href}>{row.name}</Link> <span className={classes.number}>{row.number}</span>
      </th>
      {row.cells.map((cell, at) => {
        const { onDate, closed } = days[at]!;
        if (!closed) return <Cell key={onDate} cell={cell} />;
        return (
          below > 0 && (
            <td key={onDate} rowSpan={below} className={classes.closed}>
              <span className={classes.holiday}>{closed}</span>
            </td>
          )
        );
      })}
      {row.figures.map((figure, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <td key={at} className={classes.figure}>
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

const Totals = ({ totals = [], days, heads }: Pick<MonthGridProps, 'days' | 'totals' | 'heads'>) =>
  totals.map(({ label, cells, sum }) => (
    <tr key={label} className={classes.totals}>
      <th scope="row">{label}</th>
      {days.map(({ onDate, closed }, at) => (
        <td key={onDate} className={cx(closed && classes.closed)}>
          {cells[at]}
        </td>
      ))}
      <td className={classes.figure}>{sum}</td>
      <td colSpan={heads.length - 1}>{'\u00a0'}</td>
    </tr>
  ));

interface MonthSheetProps {
  signs: readonly (readonly [sign: string, meaning: string])[];
  /** Below the grid; in print beside it. */
  summary?: ReactNode;
  children: ReactNode;
}

/** A grid with what its signs mean, which print on a landscape page. */
export const MonthSheet = ({ signs, summary, children }: MonthSheetProps) => (
  <div className={cx(classes.sheet, Boolean(summary) && classes.summarized)}>
    {children}
    {summary}
    <p className={classes.signs}>
      {signs.map(([sign, meaning]) => (
        <span key={sign}>
          <b>{sign}</b> {meaning}
        </span>
      ))}
    </p>
  </div>
);
