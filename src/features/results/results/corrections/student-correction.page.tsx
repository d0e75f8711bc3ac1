import { useState } from 'react';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { CorrectionRequest } from './correction-request.tsx';
import type { studentCorrectionPage } from '../results.pages.ts';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { withArticle, type Terminology } from '#kernel/contracts/terminology.ts';
import classes from '../shared/corrections.module.css';
import { useStudentCorrection } from './use-student-correction.ts';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { longestRemark, ratings, traitField } from '#features/results/term-notes/notes/note-fields.ts';
import { noteLabel } from './note-labels.ts';
import type { StudentForm } from './student-form.queries.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { GridCell } from '#ui/grid/grid-cell.tsx';
import { moveInGrid } from '#ui/grid/grid-keys.ts';
import grid from '#ui/grid/grid.module.css';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { cellName } from '#features/results/assessment/marks/mark-text.ts';

/** A published report card is typed over, compared, and sent to a second person. */
export default function StudentCorrectionPage({ sheet, ...form }: PropsOf<typeof studentCorrectionPage>) {
  const { href } = useAddress();
  const words = useTerms(sheet.institutionId);
  const { student, addable, traits, layout, timesOpened, late } = form;
  const [keepsFigures, setKeepsFigures] = useState(true);
  const { add, changes, listed, hasProblems, noteText, typeNote, noteProblemOf, ...marks } = useStudentCorrection(
    form,
    words,
  );
  const choices = addable.filter(({ id }) => !marks.added.includes(id));
  const course = words.course.toLowerCase();
  return (
    <>
      <PageHeader
        title={`${late ? 'Add a late result' : 'Correct results'}: ${student.name}`}
        description={
          late
            ? `The results of ${sheet.batch} were published before ${student.name} had one. A second person must approve the late result.`
            : 'A second person must approve changes to published results. You see everyone affected before you submit.'
        }
        breadcrumbs={[
          { label: 'Marks', href: href('/mark-sheets') },
          { label: `${sheet.batch}, ${sheet.term}`, href: href(`/mark-sheets/${sheet.id}`) },
        ]}
      />
      <section className={classes.section} aria-labelledby="marks" data-tour="student-marks">
        <h2 id="marks">{words.courses} and marks</h2>
        <StudentMarks {...marks} courseWord={words.course} />
        {choices.length > 0 && (
          <div className={classes.add}>
            <SelectField
              name="add"
              label={`Add ${withArticle(course)}`}
              optional
              placeholder="Choose…"
              value=""
              onChange={({ target }) => target.value && add(Number(target.value))}
              options={choices.map(({ id, code, title }) => ({ value: String(id), label: `${code} ${title}` }))}
            />
          </div>
        )}
      </section>
      <section className={classes.section} aria-labelledby="notes" data-tour="student-notes">
        <h2 id="notes">Attendance and remarks</h2>
        <StudentNotes
          traits={traits}
          layout={layout}
          timesOpened={timesOpened}
          words={words}
          noteText={noteText}
          typeNote={typeNote}
          noteProblemOf={noteProblemOf}
        />
      </section>
      {late && (
        <section className={classes.section} aria-labelledby="figures">
          <h2 id="figures">Figures of the class</h2>
          <div className={classes.add}>
            <ChoiceField
              name="figures"
              label="Averages and positions of the others"
              help={keepsFigures ? 'This result gets no position.' : 'Report cards whose figures change are corrected.'}
              value={keepsFigures ? 'keep' : 'again'}
              onChange={({ target }) => setKeepsFigures(target.value === 'keep')}
              options={[
                { value: 'keep', label: 'Keep as published' },
                { value: 'again', label: 'Recalculate' },
              ]}
            />
          </div>
        </section>
      )}
      <CorrectionRequest
        sheetId={sheet.id}
        listed={listed}
        hasProblems={hasProblems}
        changes={{ ...changes, keepsFigures: late !== null && keepsFigures }}
      />
    </>
  );
}

type Props = Pick<StudentForm, 'traits' | 'layout' | 'timesOpened'> &
  Pick<ReturnType<typeof useStudentCorrection>, 'noteText' | 'typeNote' | 'noteProblemOf'> & { words: Terminology };

/** What a published report card says besides marks, to be typed over. */
function StudentNotes({ traits, layout, timesOpened, words, noteText, typeNote, noteProblemOf }: Props) {
  const fieldOf = (field: string) => ({
    name: field,
    label: noteLabel(field, traits, { layout }, words),
    optional: true,
    value: noteText(field),
    error: noteProblemOf(field),
    onChange: ({ target }: { target: { value: string } }) => typeNote(field, target.value),
  });
  return (
    <div className={classes.notes}>
      <TextField
        {...fieldOf('present')}
        inputMode="numeric"
        help={timesOpened === null || noteProblemOf('present') ? undefined : `The school opened ${timesOpened} times.`}
      />
      {traits.map(({ key }) => (
        <SelectField
          key={key}
          {...fieldOf(traitField(key))}
          placeholder="Not rated"
          options={Object.entries(ratings).map(([value, meaning]) => ({
            value,
            label: `${value} ${meaning.toLowerCase()}`,
          }))}
        />
      ))}
      {(['teacher', 'principal'] as const).map((writer) => (
        <TextareaField key={writer} {...fieldOf(writer)} rows={2} maxLength={longestRemark} />
      ))}
    </div>
  );
}

type StudentMarksProps = Pick<
  ReturnType<typeof useStudentCorrection>,
  'rows' | 'added' | 'removed' | 'remove' | 'keep' | 'cellOf' | 'type'
> & { courseWord: string };

const nobodyElse = () => undefined;

/** The courses of one student with their published marks, to be typed over; a course can be taken off. */
function StudentMarks({ rows, added, removed, remove, keep, cellOf, type, courseWord }: StudentMarksProps) {
  const parts = [
    ...Map.groupBy(
      rows.flatMap(({ components }) => components),
      ({ key }) => key,
    ).values(),
  ].map(([first]) => first!);
  return (
    <div className={cx(grid.scroll, classes.marks)}>
      {/* The keys belong to the cells, which the table hears together. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table className={grid.grid} onKeyDown={(event) => moveInGrid(event, () => undefined)}>
        <thead>
          <tr>
            <th scope="col">{courseWord}</th>
            {parts.map(({ key, name }) => (
              <th key={key} scope="col" className={grid.figure}>
                {name}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((course) => {
            const { id, code, title, components } = course;
            const isRemoved = removed.includes(id);
            return (
              <tr key={id}>
                <th scope="row" className={cx(isRemoved && classes.gone)}>
                  {title} <span className={grid.most}>{added.includes(id) ? 'added' : code}</span>
                </th>
                {parts.map(({ key }) => {
                  const own = components.find((one) => one.key === key);
                  if (!own)
                    return (
                      <td key={key} className={grid.figure}>
                        —
                      </td>
                    );
                  return (
                    <GridCell
                      key={key}
                      name={cellName(id, key)}
                      label={`${own.name} of ${decimals(own.maximum)}, ${title}`}
                      cell={cellOf(course, key)}
                      canEdit={!isRemoved}
                      onType={type}
                      onKeep={nobodyElse}
                    />
                  );
                })}
                <td>
                  <Button small tone="plain" onClick={() => (isRemoved ? keep(id) : remove(id))}>
                    {isRemoved ? 'Keep' : 'Remove'}
                    <span className="visually-hidden"> {title}</span>
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
