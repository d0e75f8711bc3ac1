import { Fragment } from 'react';
import { Cell } from '../report-cell.tsx';
import type { OfferedField } from '../design/offer.ts';
import type { ReportRow } from '../engine/rows.ts';
import type { Sums } from '../engine/sums.ts';
import { Heading, Linked, Summed, type SubtotalsProps } from './report-heading.tsx';
import classes from './report-table.module.css';

export interface ReportRowsProps extends SubtotalsProps {
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
export function ReportCards({ parts, ...props }: ReportRowsProps) {
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
