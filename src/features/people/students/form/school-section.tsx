import { lazy, Suspense } from 'react';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { WordField } from '#features/records/people/shared/person-fields.tsx';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { useWords } from '#web/client/use-words.ts';
import type { StudentFormProps } from '../students.pages.ts';

// Loaded only where there are too many choices for a plain select.
const SearchSelectField = lazy(() =>
  import('#ui/fields/search-select.tsx').then((module) => ({ default: module.SearchSelectField })),
);

export function SchoolSection({
  student,
  institutionId,
  institutions,
  nextNumber,
  words,
  batches,
  moreBatches,
}: StudentFormProps) {
  const terms = useWords(institutionId);
  const batch = terms.batch.toLowerCase();
  const help = `Assign ${withArticle(batch)} now, or later from the list.`;
  const classes = [...new Set(batches.map(({ className }) => className))];
  return (
    <FormSection title="School" description="Class, numbers and admission.">
      {!student && <InstitutionChoice institutionId={institutionId} institutions={institutions} />}
      {moreBatches && (
        <Suspense>
          <SearchSelectField
            name="batchId"
            label={terms.batch}
            optional
            help={help}
            search={`/structure/batch-options?institution_id=${institutionId}`}
          />
        </Suspense>
      )}
      {batches.length > 0 && !moreBatches && (
        <SelectBoxField
          name="batchId"
          label={terms.batch}
          optional
          help={help}
          groups={classes.map((label) => ({
            label,
            options: batches
              .filter(({ className }) => className === label)
              .map(({ id, name, capacity, taken }) => ({
                value: String(id),
                label: name,
                hint: taken >= capacity ? 'full' : `${taken} of ${capacity}`,
                disabled: taken >= capacity,
              })),
          }))}
        />
      )}
      <FieldRow>
        <TextField
          name="admissionNumber"
          label="Admission number"
          optional={student === null}
          defaultValue={student?.admissionNumber ?? undefined}
          placeholder={student ? undefined : nextNumber}
          maxLength={40}
          autoComplete="off"
          enterKeyHint="next"
          help={student ? undefined : `Leave empty for the next number, ${nextNumber}. It is assigned when you save.`}
        />
        <TextField
          name="registrationNumber"
          label="Registration number"
          optional
          defaultValue={student?.registrationNumber ?? undefined}
          maxLength={40}
          autoComplete="off"
          enterKeyHint="next"
        />
      </FieldRow>
      <FieldRow>
        <WordField name="category" label="Category" words={words.studentCategories} value={student?.category} />
        <DatePickerField
          name="admissionDate"
          label="Admission date"
          optional
          defaultValue={student?.admissionDate ?? undefined}
          help={student ? undefined : 'Leave empty for today.'}
        />
      </FieldRow>
    </FormSection>
  );
}
