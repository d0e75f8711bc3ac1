import { FieldRow } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import { useWords } from '#web/client/use-words.ts';
import { needs } from '../intake-needs.ts';
import type { IntakeInForm } from './intake.queries.ts';

interface ClassRowsProps {
  levels: { id: number; name: string }[];
  rows: IntakeInForm['classes'] | undefined;
  /** The programme's seats, for the first class of a new intake. */
  seats: number | null;
}

/** The classes that applicants can enter. */
export function ClassRows({ levels, rows, seats }: ClassRowsProps) {
  const words = useWords();
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
            options={levels.map(({ id, name }) => ({ value: String(id), label: name }))}
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
      <SelectField
        name="photo"
        label="Photo"
        placeholder={null}
        defaultValue={intake?.photo ?? 'required'}
        options={Object.entries(needs).map(([value, label]) => ({ value, label }))}
      />
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
export const TestRows = ({ rows = [] }: { rows: IntakeInForm['tests'] | undefined }) => (
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
