import { fieldGroups, fieldGroupWords } from '#kernel/field-groups.ts';
import { FormSection } from '#ui/edit-form.tsx';
import { CustomFieldInputs } from '#features/custom-fields/shared/custom-fields.tsx';
import type { OwnFields } from '../students.pages.ts';

/** The school's own fields in the form, a section for each group that its user may see. */
export const OwnFieldSections = ({ own: { fields, values } }: { own: OwnFields }) =>
  fieldGroups
    .map((group) => ({ group, of: fields.filter((field) => field.group === group) }))
    .filter(({ of }) => of.length > 0)
    .map(({ group, of }) => (
      <FormSection key={group} title={group === 'general' ? 'More' : `More: ${fieldGroupWords[group].toLowerCase()}`}>
        <CustomFieldInputs fields={of} values={values} people="students" />
      </FormSection>
    ));
