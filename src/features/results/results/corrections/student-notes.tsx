import type { Words } from '#kernel/contracts/terminology.ts';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { longestRemark, ratings, traitField } from '#features/results/term-notes/notes/note-fields.ts';
import { noteLabel } from './note-labels.ts';
import type { StudentForm } from './student-form.queries.ts';
import classes from '../shared/corrections.module.css';
import type { useStudentCorrection } from './use-student-correction.ts';

type Props = Pick<StudentForm, 'traits' | 'layout' | 'timesOpened'> &
  Pick<ReturnType<typeof useStudentCorrection>, 'noteText' | 'typeNote' | 'noteProblemOf'> & { words: Words };

/** What a published report card says besides marks, to be typed over. */
export function StudentNotes({ traits, layout, timesOpened, words, noteText, typeNote, noteProblemOf }: Props) {
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
