import type { ReactNode } from 'react';
import { TextField } from '#ui/forms/fields.tsx';
import { count, countOf } from '#ui/format.ts';
import { Secondary } from '#ui/text.tsx';
import type { ImportCheckedProps } from './imports.pages.ts';
import { MeaningField } from './meaning-field.tsx';
import classes from './corrections.module.css';

interface ProblemGroupProps extends Pick<ImportCheckedProps, 'choices' | 'can'> {
  group: ImportCheckedProps['problems'][number];
  /** The first number of its fields. */
  from: number;
}

/** Equal problems of several rows, with what corrects them: a meaning for all, or a cell for each. */
export function ProblemGroup({ group, from, choices, can }: ProblemGroupProps) {
  const { field, value, columnName, message, rows, count: many, isEditable } = group;
  const isOnce = isEditable && field !== null && Boolean(value);
  return (
    <li className={classes.group}>
      <span className={classes.what}>
        <span className={classes.message}>
          <strong>{columnName ?? 'Whole row'}</strong> {message}
        </span>
        <Secondary>
          {many > 1 ? `${countOf(many, 'row')}: ` : 'Row '}
          {rows
            .slice(0, shownNumbers)
            .map(({ row }) => count(row))
            .join(', ')}
          {rows.length > 0 && many > Math.min(rows.length, shownNumbers) ? ' …' : ''}
          {many === 1 && rows[0]?.who ? ` · ${rows[0].who}` : ''}
        </Secondary>
      </span>
      {isOnce ? (
        <MeaningField
          at={from}
          field={field}
          value={value!}
          can={can}
          choices={choices[field]}
          unchanged={many > 1 ? `Choose for all ${many} rows` : 'Choose'}
        />
      ) : isEditable ? (
        <div className={classes.how}>
          <Rows isLong={rows.length > shownCells}>
            {rows.map(({ row, who }, index) => (
              <Cell
                key={row}
                at={from + index}
                row={row}
                who={who}
                many={many}
                column={columnName!}
                value={value ?? ''}
              />
            ))}
            {many > rows.length && <Secondary>Check again to see the other rows.</Secondary>}
          </Rows>
        </div>
      ) : null}
    </li>
  );
}

const shownNumbers = 8;
const shownCells = 3;

/** Many rows are opened by the person who wants to correct them one by one. */
const Rows = ({ isLong, children }: { isLong: boolean; children: ReactNode }) =>
  isLong ? (
    <details className={classes.rows}>
      <summary>Correct row by row</summary>
      {children}
    </details>
  ) : (
    children
  );

interface CellProps {
  at: number;
  row: number;
  who: string | null;
  column: string;
  value: string;
  many: number;
}

function Cell({ at, row, who, column, value, many }: CellProps) {
  const field = (
    <div className={classes.plain}>
      <input type="hidden" name={`cells.${at}.row`} value={row} />
      <input type="hidden" name={`cells.${at}.column`} value={column} />
      <input type="hidden" name={`cells.${at}.was`} value={value} />
      <TextField
        name={`cells.${at}.value`}
        label={`${column} in row ${row}`}
        optional
        defaultValue={value}
        maxLength={300}
      />
    </div>
  );
  return many === 1 ? (
    field
  ) : (
    <div className={classes.row}>
      <span title={who ?? undefined}>
        {row} {who}
      </span>
      {field}
    </div>
  );
}
