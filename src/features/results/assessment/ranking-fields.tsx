import { FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, NumberField, TextField } from '#ui/forms/fields.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { schemeForm } from './schemes/scheme-fields.ts';

type SchemeInForm = ReturnType<typeof schemeForm>;

/** In what students get a position. */
export function RankingFields({ scheme }: { scheme: SchemeInForm | null }) {
  const words = useWords();
  return (
    <FormSection title="Positions" description="Equal results share a position, and the next one is left out: 1, 1, 3.">
      <CheckboxField
        name="ranksBatch"
        label={`In the ${words.batch.toLowerCase()}`}
        defaultChecked={scheme?.ranksBatch ?? true}
      />
      <CheckboxField
        name="ranksClass"
        label={`In the whole ${words.class.toLowerCase()}`}
        defaultChecked={scheme?.ranksClass ?? false}
      />
      <CheckboxField
        name="ranksCourses"
        label={`In each ${words.course.toLowerCase()}`}
        defaultChecked={scheme?.ranksCourses ?? true}
      />
      <NumberField
        name="minimumCourses"
        label={`Fewest ${words.courses.toLowerCase()} to be ranked`}
        min={1}
        max={60}
        defaultValue={scheme?.minimumCourses ?? 1}
      />
    </FormSection>
  );
}

/** What form teachers rate from A to E. */
export const TraitRows = ({ rows }: { rows: SchemeInForm['traits'] }) => (
  <FormSection title="Traits" description="Rated from A to E on the report card: neatness, punctuality, initiative.">
    <NestedRecords name="traits" noun="trait" records={rows} max={30} sortable compact>
      {({ value, field }) => (
        <>
          {value && <input type="hidden" name={field('savedKey')} value={value.savedKey} />}
          <TextField name={field('name')} label="Trait" maxLength={60} defaultValue={value?.name} autoComplete="off" />
        </>
      )}
    </NestedRecords>
  </FormSection>
);
