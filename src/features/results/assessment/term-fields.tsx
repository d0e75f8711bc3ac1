import { useState } from 'react';
import { FormSection } from '#ui/forms/edit-form.tsx';
import { NumberField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { optionsOf } from '#ui/lists/filter-bar/options.ts';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import { useWords } from '#web/client/use-words.ts';
import { cumulatives, gpaForms, lastTerms, repeatPolicies } from './assessment.ts';
import type { schemeForm } from './schemes/scheme-fields.ts';

/** What a scheme says of several terms together. */
export function TermFields({ scheme, system }: { scheme: ReturnType<typeof schemeForm> | null; system: string }) {
  const words = useWords();
  const [cumulative, setCumulative] = useState<string>(scheme?.cumulative ?? 'mean');
  return (
    <FormSection title="Over the terms">
      {system === 'gpa' ? (
        <>
          <SelectField
            name="repeats"
            label={`A ${words.course.toLowerCase()} that is repeated`}
            placeholder={null}
            defaultValue={scheme?.repeats ?? 'all_attempts'}
            options={optionsOf(repeatPolicies)}
          />
          <SelectField
            name="gpaForm"
            label="GPA and CGPA are written with"
            help="Classes and positions go by the exact value."
            placeholder={null}
            defaultValue={scheme?.gpaForm ?? 'round2'}
            options={optionsOf(gpaForms)}
          />
        </>
      ) : (
        <input type="hidden" name="repeats" value={scheme?.repeats ?? 'all_attempts'} />
      )}
      <SelectField
        name="cumulative"
        label="The result of the session is"
        placeholder={null}
        value={cumulative}
        onChange={(event) => setCumulative(event.target.value)}
        options={optionsOf(cumulatives)}
      />
      {system === 'average' && (
        <SelectField
          name="lastTerm"
          label="In the last term, positions and grades go by"
          placeholder={null}
          defaultValue={scheme?.lastTerm ?? 'term'}
          options={optionsOf(lastTerms)}
        />
      )}
      {system === 'average' && (
        <NumberField
          name="aggregateOf"
          label={`Aggregate of the best ${words.courses.toLowerCase()}`}
          help="The grade points of so many are added up on the report card, as in WAEC’s best six. Leave empty for none."
          optional
          min={1}
          max={20}
          defaultValue={scheme?.aggregateOf ?? ''}
        />
      )}
      {cumulative === 'weighted' && (
        <NestedRecords name="weights" noun="term" records={scheme?.weights ?? []} max={12} compact>
          {({ value, field, at }) => (
            <TextField
              name={field('weight')}
              label={`Weight of term ${at}`}
              inputMode="decimal"
              defaultValue={value?.weight}
              autoComplete="off"
            />
          )}
        </NestedRecords>
      )}
    </FormSection>
  );
}
