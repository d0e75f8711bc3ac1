import { cx } from '#ui/cx.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { skipColumn } from './engine/form-values.ts';
import type { ImportColumnsProps } from './imports.pages.ts';
import classes from './columns.module.css';

type Field = ImportColumnsProps['columns'][number]['field'];

interface ColumnRowProps {
  column: ImportColumnsProps['columns'][number];
  at: number;
  fields: ImportColumnsProps['fields'];
  /** The chosen field of each column. */
  chosen: Field[];
  options: ImportColumnsProps['options'];
  /** Columns of this file write dates in different orders. */
  asksOrder: boolean;
  onChoose: (field: Field) => void;
}

/** A column of the file: heading, sample values and mapped field. */
export function ColumnRow({ column, at, fields, chosen, options, asksOrder, onChoose }: ColumnRowProps) {
  const field = chosen[at] ?? null;
  const chosenField = fields.find(({ value }) => value === field);
  const own = fields.filter(({ isOwn }) => isOwn);
  const offered = (some: typeof fields) =>
    some.map(({ value, label }) => ({ value, label, disabled: value !== field && chosen.includes(value) }));
  return (
    <li className={cx(classes.column, !field && classes.leftOut)}>
      <div className={classes.what}>
        <strong>{column.header}</strong>
        <span className={classes.samples}>
          {column.isWithheld ? 'Values hidden' : column.samples.join(' · ') || 'All cells are blank'}
        </span>
        {!field && column.note && <span className={classes.note}>{column.note}</span>}
      </div>
      <div className={classes.choice}>
        <SelectField
          name={`mapping.${at}`}
          label={`Field for “${column.header}”`}
          placeholder={null}
          value={field ?? skipColumn}
          onChange={(event) => onChoose(event.target.value === skipColumn ? null : (event.target.value as Field))}
          help={chosenField?.note}
          options={[{ value: skipColumn, label: 'Don’t import' }, ...offered(fields.filter(({ isOwn }) => !isOwn))]}
          groups={own.length ? [{ label: 'Custom fields', options: offered(own) }] : []}
        />
        {asksOrder && chosenField?.isDay && column.dates && (
          <SelectField
            name={`orders.${at}`}
            label="Date format"
            placeholder={null}
            defaultValue={options.orders[at] ?? column.dates.order}
            options={[
              { value: 'dmy', label: 'day/month/year' },
              { value: 'mdy', label: 'month/day/year' },
            ]}
            help={dateHelp(column.dates)}
          />
        )}
      </div>
    </li>
  );
}

function dateHelp({
  isGuess,
  contradicting,
}: NonNullable<ImportColumnsProps['columns'][number]['dates']>): string | undefined {
  if (isGuess) return 'The values don’t show which comes first. Is 03/04 3 April or 4 March?';
  if (contradicting)
    return `${contradicting} ${contradicting === 1 ? 'value' : 'values'} only ${contradicting === 1 ? 'fits' : 'fit'} the other format and will be reported as problems.`;
  return undefined;
}
