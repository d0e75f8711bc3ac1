import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { SearchMultiSelectField } from '#ui/fields/search-select.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useWords } from '#web/client/use-words.ts';
import { audienceInForm, genders, newOrReturning } from '../audience/audience-words.ts';
import type { FeeChoices } from './fee-form.queries.ts';
import type { FeeDetails } from './fee.queries.ts';
import { choicesOf } from '../shared/choices-of.ts';
import { FeeFigures } from './fee-figures.tsx';

interface AudienceSectionProps {
  institutionId: number;
  audience: FeeDetails['audience'];
  choices: FeeChoices;
  sessionId: string;
  currency: string;
}

const wordsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

/** Who a fee is for, with the number of students. */
export function AudienceSection({ institutionId, audience, choices, sessionId, currency }: AudienceSectionProps) {
  const words = useWords();
  const chosen = audienceInForm(audience);
  const batches = choices.batches.filter((batch) => String(batch.sessionId) === sessionId);
  const several = (
    name: keyof typeof chosen,
    label: string,
    groups: { label: string; rows: { id: number; name: string }[] }[],
  ) =>
    groups.some(({ rows }) => rows.length > 0) && (
      <MultiSelectField
        name={`${name}[]`}
        label={label}
        optional
        groups={groups.map(({ label: heading, rows }) => ({ label: heading, options: choicesOf(rows) }))}
        defaultValue={[chosen[name]].flat().map(String)}
      />
    );
  const grouped = <Row extends { id: number; name: string }>(rows: Row[], of: (row: Row) => string) =>
    [...Map.groupBy(rows, of)].map(([label, group]) => ({ label, rows: group }));
  const fields = grouped(choices.options, ({ field }) => field);
  return (
    <FormSection
      title="Who pays"
      description="Everyone enrolled in the session, unless you choose. Students must match every field that you fill in."
      tour="fee-audience"
    >
      {several(
        'classes',
        words.classes,
        grouped(choices.classes, ({ program }) => program),
      )}
      <div key={sessionId}>{several('batches', words.batches, [{ label: words.batches, rows: batches }])}</div>
      {choices.programs.length > 1 &&
        several('programs', 'Programmes', [{ label: 'Programmes', rows: choices.programs }])}
      <FieldRow>
        <SelectField
          name="joined"
          label="New or returning"
          optional
          placeholder="All students"
          defaultValue={chosen.joined ?? ''}
          options={wordsOf(newOrReturning)}
        />
        <SelectField
          name="gender"
          label="Gender"
          optional
          placeholder="All students"
          defaultValue={chosen.gender ?? ''}
          options={wordsOf(genders)}
        />
      </FieldRow>
      {several('categories', 'Student categories', [{ label: 'Student categories', rows: choices.studentCategories }])}
      {fields.length > 0 && several('options', 'Custom fields', fields)}
      <SearchMultiSelectField
        name="students[]"
        label="Also these students"
        optional
        search={`/fees/student-options?institution_id=${institutionId}`}
        help="In addition to the fields above. If nothing else is chosen, only they pay."
        defaultChoices={audience
          .filter(({ kind }) => kind === 'student')
          .map(({ studentId, name, number }) => ({ value: String(studentId), label: name, hint: number ?? '' }))}
      />
      <FeeFigures institutionId={institutionId} currency={currency} />
    </FormSection>
  );
}
