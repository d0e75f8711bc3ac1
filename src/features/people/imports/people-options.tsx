import { FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { withTerms } from '#web/client/with-terms.ts';
import type { useTerms } from '#web/client/use-terms.ts';
import type { Options } from './engine/plan.ts';
import type { kindLabels } from './kinds/kind-labels.ts';

type Words = (typeof kindLabels)[keyof typeof kindLabels];

interface OptionsProps {
  words: Words;
  existing: NonNullable<Words['existing']>;
  options: Options;
  terms: ReturnType<typeof useTerms>;
  /** Whether a column is mapped to a field. */
  holds: (field: string) => boolean;
}

/** What to do with people who exist already, with names and with new list values. */
export function PeopleOptions({ words, existing, options, terms, holds }: OptionsProps) {
  return (
    <>
      <FormSection title={`Existing ${words.many}`} tour="import-existing">
        <SelectField
          name="existing"
          label={existing.same}
          placeholder={null}
          defaultValue={options.existing}
          options={[
            { value: 'skip', label: existing.leave },
            { value: 'update', label: 'Update their records' },
            { value: 'report', label: 'Report as a problem' },
          ]}
          help={withTerms(existing.update, terms)}
        />
        {words.asksSameName && (
          <SelectField
            name="alike"
            label="Possible duplicates"
            placeholder={null}
            defaultValue={options.alike}
            options={[
              { value: 'skip', label: 'Skip them' },
              { value: 'update', label: 'Update the existing records' },
              { value: 'new', label: `Add them as new ${words.many}` },
            ]}
            help="Rows with the same name and date of birth, name and phone, or e-mail and first name as an existing record, but a different number. You can review them row by row before anything is saved."
          />
        )}
      </FormSection>
      <FormSection title="Names">
        <CheckboxField
          name="tidyNames"
          label="Fix capitalisation"
          defaultChecked={options.tidyNames}
          help="Changes names typed in capitals: OKONKWO becomes Okonkwo."
        />
        {holds('fullName') && (
          <SelectField
            name="surnameStands"
            label="Surname position in full names"
            placeholder={null}
            defaultValue={options.surnameStands}
            options={[
              { value: 'first', label: 'First: Obi Ada Ngozi' },
              { value: 'last', label: 'Last: Ada Ngozi Obi' },
            ]}
            help="If a name contains a comma, the part before it is the surname."
          />
        )}
      </FormSection>
      <FormSection title="New list values" tour="import-words">
        <SelectField
          name="newWords"
          label="Values missing from the school’s lists"
          placeholder={null}
          defaultValue={options.newWords}
          options={[
            { value: 'learn', label: 'Add them to the lists' },
            { value: 'report', label: 'Report as a problem' },
          ]}
          help="For example departments, religions and relations. You can review new values before anything is saved."
        />
      </FormSection>
    </>
  );
}
