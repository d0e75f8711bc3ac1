import { cx } from '#ui/cx.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import type { ReportRow, ReportCell } from '../engine/rows.ts';
import classes from './report-table.module.css';
import { Fragment, type ReactNode } from 'react';
import type { OfferedField } from '../design/offer.ts';
import type { Sums, GroupSums } from '../engine/sums.ts';
import { Link } from '#ui/link.tsx';
import { countOf, count } from '#ui/format.ts';
import { DateText, Money } from '#ui/text.tsx';

interface ReportTableProps extends Omit<ReportRowsProps, 'parts'> {
  rows: ReportRow[];
  /** The most rows on a phone, where each is a card. */
  mostCards?: number;
}

/** The rows of a report under the headings of their groups, with subtotals and totals; cards on a phone. */
export function ReportTable(props: ReportTableProps) {
  const narrow = useMedia(NARROW);
  const { group, mostCards } = props;
  const rows = narrow ? props.rows.slice(0, mostCards) : props.rows;
  const parts: ReportRowsProps['parts'] = [];
  for (const row of rows) {
    const last = parts.at(-1);
    if (last && (!group || last.heading === row.group)) last.rows.push(row);
    else parts.push({ heading: row.group, rows: [row] });
  }
  return narrow ? <ReportCards {...props} parts={parts} /> : <Rows {...props} parts={parts} />;
}

function Rows({ parts, ...props }: ReportRowsProps) {
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
                      <Cell value={row.cells[index]!} field={column} currency={currency} />
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
                  <Cell value={totals.cells[index] ?? null} field={column} currency={currency} />
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface ReportRowsProps extends SubtotalsProps {
  caption: string;
  group: OfferedField | null;
  /** Rows under one heading after another. */
  parts: { heading: ReportRow['group']; rows: ReportRow[] }[];
  hrefOf: (row: ReportRow) => string | null;
  totals?: Sums | null;
}

/** Columns that are in the title of a card. */
const inName = new Set(['surname', 'first_name', 'middle_name']);

/** The rows on a phone, each a card. */
function ReportCards({ parts, ...props }: ReportRowsProps) {
  const { caption, columns, group, hrefOf, currency, totals } = props;
  return (
    <div className={classes.cards}>
      {parts.map((part, at) => (
        <Fragment key={at}>
          {group && (
            <h2 className={classes.heading}>
              <Heading {...props} value={part.heading} group={group} />
            </h2>
          )}
          <ul aria-label={group ? undefined : caption}>
            {part.rows.map((row, place) => (
              <li key={row.id ?? `${at}.${place}`} data-row className={classes.card}>
                <strong>
                  <Linked href={hrefOf(row)} name={row.name}>
                    {row.name ?? <Cell value={row.cells[0]!} field={columns[0]!} currency={currency} />}
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
                          <Cell value={row.cells[index]!} field={column} currency={currency} />
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

interface SubtotalsProps {
  columns: OfferedField[];
  currency: string;
  about: { one: string; many: string };
  subtotals?: GroupSums[];
}

interface HeadingProps extends SubtotalsProps {
  group: OfferedField;
  value: ReportRow['group'];
}

/** The value of a group, how many rows it has, and its subtotals. */
function Heading({ value, group, ...props }: HeadingProps) {
  const { currency, about, subtotals } = props;
  const sums = subtotals?.find((one) => one.group === value);
  return (
    <>
      {headingOf(value, group, currency)}{' '}
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
function Summed({ columns, currency, sums }: Pick<SubtotalsProps, 'columns' | 'currency'> & { sums: Sums }) {
  return columns.map((column, at) =>
    sums.cells[at] === null || sums.cells[at] === undefined ? null : (
      <span key={column.key}>
        {' · '}
        {column.label} <Cell value={sums.cells[at]} field={column} currency={currency} />
      </span>
    ),
  );
}

interface CellProps {
  value: ReportCell;
  field: Pick<OfferedField, 'type' | 'isYear'>;
  currency: string;
}

/** A value of a report as it is read. */
export function Cell({ value, field, currency }: CellProps) {
  if (value === null || value === '') return null;
  switch (field.type) {
    case 'money':
      return <Money minor={Number(value)} currency={currency} />;
    case 'number':
      return (
        <span className="tabular">
          {Number.isInteger(value) && !field.isYear ? count(Number(value)) : String(value)}
        </span>
      );
    case 'day':
      return <DateText value={String(value)} />;
    case 'yesNo':
      return value ? 'Yes' : 'No';
    case 'photo':
      return <img src={String(value)} alt="" loading="lazy" className={classes.photo} />;
    default:
      return String(value);
  }
}

const isAlignedRight = ({ type }: Pick<OfferedField, 'type'>) => type === 'money' || type === 'number';

/** A heading of rows; those without a value have one, too. */
const headingOf = (value: ReportCell | undefined, field: OfferedField, currency: string) =>
  value === null || value === undefined || value === '' ? (
    `No ${field.label.toLowerCase()}`
  ) : (
    <Cell value={value} field={field} currency={currency} />
  );
