import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { applicationStates, type ApplicationState } from '../admissions.ts';
import { askableFields, examinations, needs, type AskableField, type Need } from '../intake-needs.ts';
import type { IntakeInForm } from './intake.queries.ts';
import { statusWords } from '../status-words.ts';
import classes from '../shared/admissions.module.css';

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const NeedField = ({ name, label, value }: { name: string; label: string; value: Need | undefined }) => (
  <SelectField
    name={name}
    label={label}
    placeholder={null}
    defaultValue={value ?? 'hidden'}
    options={optionsOf(needs)}
  />
);

interface QuestionsProps {
  intake: IntakeInForm | null;
  custom: { id: number; name: string }[];
  files: string[];
}

/** What the form asks besides names, date of birth and gender. */
export function QuestionsSection({ intake, custom, files }: QuestionsProps) {
  const asked = intake?.fields ?? { middleName: 'optional', address: 'required' };
  return (
    <FormSection
      title="Questions"
      description="What the form asks besides names, date of birth, gender, class and contact details."
      tour="intake-questions"
    >
      <div className={classes.asked}>
        {(Object.keys(askableFields) as AskableField[]).map((key) => (
          <NeedField key={key} name={`fields.${key}`} label={askableFields[key]} value={asked[key]} />
        ))}
      </div>
      <div className={classes.asked}>
        <SelectField
          name="guardians"
          label="Parents or guardians"
          placeholder={null}
          defaultValue={String(intake?.guardians ?? 1)}
          options={[
            { value: '0', label: 'Optional' },
            { value: '1', label: 'One required' },
            { value: '2', label: 'Two required' },
            { value: '3', label: 'Three required' },
          ]}
        />
        <NeedField name="schools" label="Previous schools" value={intake?.schools ?? 'optional'} />
        <NeedField name="results" label="Examination results" value={intake?.results} />
      </div>
      <MultiSelectField
        name="examinations[]"
        label="Examinations"
        optional
        defaultValue={intake?.examinations ?? ['WAEC', 'NECO']}
        options={optionsOf(examinations)}
        help="Whose subjects and grades can be entered."
      />
      {custom.length > 0 && (
        <div className={classes.asked}>
          {custom.map(({ id, name }) => (
            <NeedField key={id} name={`custom.${id}`} label={name} value={intake?.custom[id]} />
          ))}
        </div>
      )}
      {files.length > 0 && (
        <p>
          Files are asked for as papers, below: {files.join(', ')}. What applicants send becomes a document of the
          student’s record.
        </p>
      )}
    </FormSection>
  );
}

const told = (Object.keys(applicationStates) as ApplicationState[]).filter((state) => state !== 'draft');

/** The texts of the status page, and the decisions that are sent as messages. */
export const AnswersSection = ({ intake }: { intake: IntakeInForm | null }) => (
  <FormSection
    title="What applicants are told"
    description="The status page says this in each state. An empty text is the standard one, shown in grey."
    tour="intake-words"
  >
    <MultiSelectField
      name="notifies[]"
      label="Send a message when an application is"
      optional
      defaultValue={intake?.notifies ?? told.filter((state) => state !== 'under_review')}
      options={told.map((state) => ({ value: state, label: applicationStates[state] }))}
    />
    {told.map((state) => (
      <FieldRow key={state}>
        <TextareaField
          name={`words.${state}`}
          label={applicationStates[state]}
          optional
          rows={2}
          maxLength={600}
          placeholder={statusWords[state]}
          defaultValue={intake?.words[state] ?? ''}
        />
      </FieldRow>
    ))}
  </FormSection>
);
