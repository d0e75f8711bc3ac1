import { cx } from '#ui/cx.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import type { ReportRow } from '../engine/rows.ts';
import { ReportCards, type ReportRowsProps } from './report-cards.tsx';
import { Cell, isAlignedRight } from '../report-cell.tsx';
import { Heading, Linked } from './report-heading.tsx';
import classes from './report-table.module.css';

export interface ReportTableProps extends Omit<ReportRowsProps, 'parts'> {
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
