import { Link } from '#ui/link.tsx';
import type { ReactNode } from 'react';
import { countOf } from '#ui/format.ts';
import type { OfferedField } from '../design/offer.ts';
import type { ReportRow } from '../engine/rows.ts';
import type { GroupSums, Sums } from '../engine/sums.ts';
import { Cell, headingOf } from '../report-cell.tsx';
import classes from './report-table.module.css';

/** A link to the record of a row. */
export const Linked = ({ href, name, children }: { href: string | null; name: string | null; children: ReactNode }) =>
  href ? (
    <Link href={href} aria-label={children ? undefined : (name ?? undefined)}>
      {children}
    </Link>
  ) : (
    children
  );

export interface SubtotalsProps {
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
export function Heading({ value, group, ...props }: HeadingProps) {
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
export function Summed({ columns, currency, sums }: Pick<SubtotalsProps, 'columns' | 'currency'> & { sums: Sums }) {
  return columns.map((column, at) =>
    sums.cells[at] === null || sums.cells[at] === undefined ? null : (
      <span key={column.key}>
        {' · '}
        {column.label} <Cell value={sums.cells[at]} field={column} currency={currency} />
      </span>
    ),
  );
}
