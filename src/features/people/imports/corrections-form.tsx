import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { countOf, count } from '#ui/format.ts';
import { IconDownload } from '#ui/icons.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { Secondary } from '#ui/text.tsx';
import type { ImportCheckedProps } from './imports.pages.ts';
import { MeaningField } from './meaning-field.tsx';
import classes from './corrections.module.css';
import type { ReactNode } from 'react';
import { TextField } from '#ui/forms/fields.tsx';

type CorrectionsFormProps = Pick<
  ImportCheckedProps,
  'import' | 'problems' | 'moreProblems' | 'replaced' | 'newWords' | 'choices' | 'can'
>;

/** Problems, replaced values and new list values in one form: what is corrected is checked again without another file. */
export function CorrectionsForm({
  import: found,
  problems,
  moreProblems,
  choices,
  can,
  ...lists
}: CorrectionsFormProps) {
  const { replaced, newWords } = lists;
  const words = newWords.flatMap(({ words: values, ...rest }) => values.map((value) => ({ ...rest, value })));
  if (problems.length + replaced.length + words.length === 0) return null;
  // The form's fields are numbered: those of problems, then of new values, then of replaced ones.
  const sizes = problems.map(({ rows }) => Math.max(1, rows.length));
  const startOf = (index: number) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
  const afterProblems = startOf(sizes.length);
  const isEditable = problems.some((problem) => problem.isEditable) || replaced.length + words.length > 0;
  const body = (
    <>
      {problems.length > 0 && (
        <ul className={classes.list} aria-label="Problems">
          {problems.map((group, index) => (
            <ProblemGroup
              key={`${group.columnName} ${group.value} ${group.message}`}
              group={group}
              from={startOf(index)}
              choices={choices}
              can={can}
            />
          ))}
        </ul>
      )}
      <ListEnd shown={problems.length} isMore={moreProblems} next="Correct these first, or download all." />
      {words.length > 0 && <h3 className={classes.heading}>New values for the school’s lists</h3>}
      {words.length > 0 && (
        <ul className={classes.list}>
          {words.map(({ field, label, value }, index) => (
            <li key={`${field} ${value}`} className={classes.group}>
              <span className={classes.message}>
                {label}: {value}
              </span>
              <MeaningField
                at={afterProblems + index}
                field={field}
                value={value}
                can={can}
                choices={choices[field]}
                unchanged="Add it to the list"
                isNew
              />
            </li>
          ))}
        </ul>
      )}
      {replaced.length > 0 && <h3 className={classes.heading}>Values read differently</h3>}
      {replaced.length > 0 && (
        <ul className={classes.list}>
          {replaced.map(({ field, label, value, means, count: rows }, index) => (
            <li key={`${field} ${value}`} className={classes.group}>
              <span className={classes.what}>
                <span className={classes.message}>
                  {label}: {value} → {means || 'blank'}
                </span>
                <Secondary>{countOf(rows, 'row')}. Also used for the next file.</Secondary>
              </span>
              <MeaningField
                at={afterProblems + words.length + index}
                field={field}
                value={value}
                means={means}
                can={can}
                choices={choices[field] ?? []}
                unchanged={means || 'Left blank'}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
  return (
    <Card
      title={titleOf(found.bad, replaced.length)}
      flush
      tour="import-problems"
      action={
        found.bad > 0 && (
          <LinkButton external small icon={<IconDownload />} href={`/imports/${found.id}/problems.csv`}>
            Download all
          </LinkButton>
        )
      }
    >
      {isEditable ? (
        <div className={classes.wide}>
          <EditForm action={`/imports/${found.id}/corrections`} submit="Save and check again" guard={false}>
            <input type="hidden" name="seen" value={found.seen} />
            {body}
          </EditForm>
        </div>
      ) : (
        body
      )}
    </Card>
  );
}

const titleOf = (bad: number, replaced: number) =>
  bad === 1
    ? '1 row needs your attention'
    : bad > 1
      ? `${countOf(bad, 'row')} need your attention`
      : replaced
        ? 'Values to review'
        : 'New values';

interface ProblemGroupProps extends Pick<ImportCheckedProps, 'choices' | 'can'> {
  group: ImportCheckedProps['problems'][number];
  /** The first number of its fields. */
  from: number;
}

/** Equal problems of several rows, with what corrects them: a meaning for all, or a cell for each. */
function ProblemGroup({ group, from, choices, can }: ProblemGroupProps) {
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
