import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { countOf } from '#ui/format.ts';
import { IconDownload } from '#ui/icons.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { Secondary } from '#ui/text.tsx';
import type { ImportCheckedProps } from './imports.pages.ts';
import { MeaningField } from './meaning-field.tsx';
import { ProblemGroup } from './problem-group.tsx';
import classes from './corrections.module.css';

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
      {replaced.length > 0 && <h3 className={classes.heading}>Values read as another one</h3>}
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
