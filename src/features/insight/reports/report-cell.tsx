import { count } from '#ui/format.ts';
import { DateText, Money } from '#ui/text.tsx';
import type { ReportCell } from './engine/cells.ts';
import type { OfferedField } from './design/offer.ts';
import classes from './shared/report-table.module.css';

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

export const isAlignedRight = ({ type }: Pick<OfferedField, 'type'>) => type === 'money' || type === 'number';

/** A heading of rows; those without a value have one, too. */
export const headingOf = (value: ReportCell | undefined, field: OfferedField, currency: string) =>
  value === null || value === undefined || value === '' ? (
    `No ${field.label.toLowerCase()}`
  ) : (
    <Cell value={value} field={field} currency={currency} />
  );
