import { Link } from '@inertiajs/react';
import { Fragment, type ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { countOf } from '#ui/format.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import type { OfferedField } from '../design/offer.ts';
import type { ReportRow } from '../engine/rows.ts';
import type { GroupSums, Sums } from '../engine/sums.ts';
import { Cell, headingOf, isAlignedRight } from './report-cell.tsx';
import classes from './report-table.module.css';

export interface ReportTableProps {
  caption: string;
  columns: OfferedField[];
  group: OfferedField | null;
  rows: ReportRow[];
  hrefOf: (row: ReportRow) => string | null;
  currency: string;
  about: { one: string; many: string };
  subtotals?: GroupSums[];
  totals?: Sums | null;
  /** The most rows on a phone, where each is a card. */
  mostCards?: number;
}

/** Columns that are in the title of a card. */
const inName = new Set(['surname', 'first_name', 'middle_name']);

/** The rows of a report under the headings of their groups, with subtotals and totals; cards on a phone. */
export function ReportTable(props: ReportTableProps) {
  const narrow = useMedia(NARROW);
  const { group, mostCards } = props;
  const rows = narrow ? props.rows.slice(0, mostCards) : props.rows;
  const parts: { heading: ReportRow['group']; rows: ReportRow[] }[] = [];
  for (const row of rows) {
    const last = parts.at(-1);
    if (last && (!group || last.heading === row.group)) last.rows.push(row);
    else parts.push({ heading: row.group, rows: [row] });
  }
  return narrow ? <Cards {...props} parts={parts} /> : <Rows {...props} parts={parts} />;
}

type Parts = { parts: { heading: ReportRow['group']; rows: ReportRow[] }[] };

function Rows({ parts, ...props }: ReportTableProps & Parts) {
  const { caption, columns, group, hrefOf, currency, totals } = props;
  return (
    // A wide table scrolls by itself, also with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.box} role="region" aria-label={caption} tabIndex={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cx(isAlignedRight(column) && classes.end)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        {parts.map((part, at) => (
          <tbody key={at}>
            {group && (
              <tr className={classes.heading}>
                <th scope="rowgroup" colSpan={columns.length}>
                  <Heading {...props} value={part.heading} group={group} />
                </th>
              </tr>
            )}
            {part.rows.map((row, place) => (
              <tr key={row.id ?? `${at}.${place}`} data-row>
                {columns.map((column, index) => (
                  <td key={column.key} className={cx(isAlignedRight(column) && classes.end)}>
                    <Linked href={index === 0 ? hrefOf(row) : null} name={row.name}>
                      <Cell value={row.cells[index]!} type={column.type} currency={currency} />
                    </Linked>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
        {totals && (
          <tfoot>
            <tr>
              {columns.map((column, index) => (
                <td key={column.key} className={cx(isAlignedRight(column) && classes.end)}>
                  {index === 0 && 'Total '}
                  <Cell value={totals.cells[index] ?? null} type={column.type} currency={currency} />
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Cards({ parts, ...props }: ReportTableProps & Parts) {
  const { caption, columns, group, hrefOf, currency, totals } = props;
  return (
    <div className={classes.cards}>
      {parts.map((part, at) => (
        <Fragment key={at}>
          {group && (
            <h3 className={classes.heading}>
              <Heading {...props} value={part.heading} group={group} />
            </h3>
          )}
          <ul aria-label={group ? undefined : caption}>
            {part.rows.map((row, place) => (
              <li key={row.id ?? `${at}.${place}`} data-row className={classes.card}>
                <strong>
                  <Linked href={hrefOf(row)} name={row.name}>
                    {row.name ?? <Cell value={row.cells[0]!} type={columns[0]!.type} currency={currency} />}
                  </Linked>
                </strong>
                <dl>
                  {columns.map((column, index) =>
                    row.cells[index] === null ||
                    row.cells[index] === '' ||
                    (row.name !== null && inName.has(column.key)) ? null : (
                      <div key={column.key}>
                        <dt>{column.label}</dt>
                        <dd>
                          <Cell value={row.cells[index]!} type={column.type} currency={currency} />
                        </dd>
                      </div>
                    ),
                  )}
                </dl>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
      {totals && (
        <p className={classes.heading}>
          Total <Summed {...props} sums={totals} />
        </p>
      )}
    </div>
  );
}

/** A link to the record of a row. */
const Linked = ({ href, name, children }: { href: string | null; name: string | null; children: ReactNode }) =>
  href ? (
    <Link href={href} aria-label={children ? undefined : (name ?? undefined)}>
      {children}
    </Link>
  ) : (
    children
  );

interface HeadingProps extends Pick<ReportTableProps, 'columns' | 'currency' | 'about' | 'subtotals'> {
  group: OfferedField;
  value: ReportRow['group'];
}

/** The value of a group, how many rows it has, and its subtotals. */
function Heading({ value, group, ...props }: HeadingProps) {
  const { currency, about, subtotals } = props;
  const sums = subtotals?.find((one) => one.group === value);
  return (
    <>
      {headingOf(value, group, currency)}
      {sums && (
        <span className={classes.sums}>
          {countOf(sums.rows, about.one, about.many)}
          <Summed {...props} sums={sums} />
        </span>
      )}
    </>
  );
}

/** The sums of columns, each with its heading. */
function Summed({ columns, currency, sums }: Pick<ReportTableProps, 'columns' | 'currency'> & { sums: Sums }) {
  return columns.map((column, at) =>
    sums.cells[at] === null || sums.cells[at] === undefined ? null : (
      <span key={column.key}>
        {' · '}
        {column.label} <Cell value={sums.cells[at]} type={column.type} currency={currency} />
      </span>
    ),
  );
}
