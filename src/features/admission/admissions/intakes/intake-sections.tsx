import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField, TextareaField, TextField } from '#ui/forms/fields.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import type { IntakeInForm } from './change-intakes.ts';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import { needs } from '../intake-needs.ts';
import type { IntakeChoices } from './intakes.routes.ts';

interface ClassRowsProps {
  levels: { id: number; name: string }[];
  rows: IntakeInForm['classes'] | undefined;
  /** The programme's seats, for the first class of a new intake. */
  seats: number | null;
}

/** The classes that applicants can enter. */
export function ClassRows({ levels, rows, seats }: ClassRowsProps) {
  const words = useTerms();
  const first = levels[0];
  const started = first ? [{ id: 0, classId: first.id, seats }] : [];
  return (
    <NestedRecords name="classes" noun="entry class" records={rows ?? started} max={40} compact>
      {({ value, field }) => (
        <FieldRow>
          <SelectField
            name={field('classId')}
            label={words.class}
            defaultValue={String(value?.classId ?? '')}
            options={levels}
          />
          <NumberField name={field('seats')} label="Seats" optional min={0} defaultValue={value?.seats ?? ''} />
        </FieldRow>
      )}
    </NestedRecords>
  );
}

const startingPapers: (Omit<IntakeInForm['papers'][number], 'savedKey'> & { savedKey: string | null })[] = [
  { id: 1, savedKey: null, label: 'Birth certificate', isRequired: true },
  { id: 2, savedKey: null, label: 'Last school result', isRequired: false },
];

/** The photo and the papers that the form asks for. */
export function PaperRows({ intake }: { intake: IntakeInForm | null }) {
  return (
    <>
      <ChoiceField name="photo" label="Photo" defaultValue={intake?.photo ?? 'required'} options={needs} />
      <NestedRecords
        name="papers"
        noun="paper"
        records={(intake?.papers ?? startingPapers) as typeof startingPapers}
        max={20}
        sortable
      >
        {({ value, field }) => (
          <>
            {value && <input type="hidden" name={field('savedKey')} value={value.savedKey ?? ''} />}
            <TextField
              name={field('label')}
              label="Paper"
              maxLength={80}
              defaultValue={value?.label}
              autoComplete="off"
            />
            <CheckboxField name={field('isRequired')} label="Required" defaultChecked={value?.isRequired} />
          </>
        )}
      </NestedRecords>
    </>
  );
}

/** The tests of the entrance examination. */
const TestRows = ({ rows = [] }: { rows: IntakeInForm['tests'] | undefined }) => (
  <NestedRecords name="tests" noun="test" records={rows} max={12} sortable compact>
    {({ value, field }) => (
      <>
        {value && <input type="hidden" name={field('savedKey')} value={value.savedKey} />}
        <FieldRow>
          <TextField
            name={field('label')}
            label="Test"
            maxLength={60}
            defaultValue={value?.label}
            placeholder="English"
            autoComplete="off"
          />
          <NumberField name={field('most')} label="Highest mark" min={1} max={1000} defaultValue={value?.most ?? 100} />
        </FieldRow>
      </>
    )}
  </NestedRecords>
);

interface TermsProps {
  intake: IntakeInForm | null;
  program: IntakeChoices['programs'][number] | undefined;
  currency: string;
  session: string | undefined;
}

/** Pin, fees and ages; those of the programme for a new intake. */
export function TermsSections({ intake, program, currency, session }: TermsProps) {
  return (
    <>
      <FormSection title="Pin and fees">
        <CheckboxField
          name="requiresPin"
          label="Applicants need a registration pin"
          defaultChecked={intake?.requiresPin ?? program?.requiresPin}
        />
        <FieldRow>
          <MoneyField
            name="applicationFee"
            label="Application fee"
            optional
            currency={currency}
            defaultValue={intake ? intake.applicationFee : (program?.applicationFee ?? null)}
          />
          <MoneyField
            name="acceptanceFee"
            label="Acceptance fee"
            optional
            currency={currency}
            defaultValue={intake ? intake.acceptanceFee : null}
            help="Paid to accept an offer."
          />
        </FieldRow>
        <CheckboxField
          name="bills"
          label="Bill newly admitted students"
          help="They get the invoices that others in their class have already received."
          defaultChecked={intake?.bills ?? true}
        />
      </FormSection>
      <FormSection title="Age" description="The form tells applicants who are outside the limits.">
        <FieldRow>
          <NumberField
            name="minimumAge"
            label="Minimum age"
            optional
            min={1}
            max={99}
            defaultValue={intake ? (intake.minimumAge ?? '') : (program?.minimumAge ?? '')}
          />
          <NumberField name="maximumAge" label="Maximum age" optional min={1} max={99} />
        </FieldRow>
        <DatePickerField
          name="ageOn"
          label="Age on"
          optional
          defaultValue={intake?.ageOn ?? ''}
          help={`Leave empty for the first day of ${session ?? 'the session'}.`}
        />
      </FormSection>
    </>
  );
}

/** The tests, the cut-off and how long an offer stays open. */
export const ExaminationSection = ({ intake }: { intake: IntakeInForm | null }) => (
  <FormSection
    title="Entrance examination"
    description="Each test with its highest mark. Leave empty for admission without an examination."
    tour="intake-tests"
  >
    <TestRows rows={intake?.tests} />
    <FieldRow>
      <NumberField name="cutoff" label="Cut-off mark" optional min={0} step="any" help="Out of the tests’ total." />
      <NumberField
        name="offerDays"
        label="Days to accept an offer"
        min={1}
        max={365}
        defaultValue={intake?.offerDays ?? 14}
      />
    </FieldRow>
  </FormSection>
);

/** The pattern of numbers, the text above the form and the letter. */
export const TextsSection = ({ intake }: { intake: IntakeInForm | null }) => (
  <FormSection title="Numbers and texts">
    <TextField
      name="numberPattern"
      label="Pattern of application numbers"
      maxLength={60}
      defaultValue={intake?.numberPattern ?? 'APP/{year}/{seq:4}'}
      help="Use {year}, {yy}, {program}, {class} and {seq:4}."
      autoComplete="off"
    />
    <TextareaField
      name="introduction"
      label="Introduction"
      optional
      maxLength={2000}
      help="Shown above the form: what to prepare, and when you decide."
    />
    <TextareaField
      name="letter"
      label="Admission letter"
      optional
      rows={8}
      maxLength={8000}
      help="Leave empty for the standard letter."
    />
  </FormSection>
);
