import { fieldGroups, fieldGroupWords } from '#kernel/contracts/field-groups.ts';
import { FormSection } from '#ui/forms/edit-form.tsx';
import { CustomFieldInputs } from '#features/custom-fields/shared/custom-fields.tsx';
import type { StudentCustomFields } from '../students.pages.ts';

/** Custom fields in the form, one section for each group that the user can see. */
export const CustomFieldSections = ({ own: { fields, values } }: { own: StudentCustomFields }) =>
  fieldGroups
    .map((group) => ({ group, of: fields.filter((field) => field.group === group) }))
    .filter(({ of }) => of.length > 0)
    .map(({ group, of }) => (
      <FormSection
        key={group}
        title={group === 'general' ? 'Other details' : `${fieldGroupWords[group]}: other details`}
      >
        <CustomFieldInputs fields={of} values={values} people="students" />
      </FormSection>
    ));
