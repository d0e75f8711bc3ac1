import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';

export const title = 'Required fields';

export default function Required() {
  return (
    <EditForm action="/gallery/form" submit="Save what is required" guard={false}>
      <FormSection>
        <TextField name="name" label="Name" maxLength={60} autoComplete="off" />
        <SelectField
          name="batch"
          label="Batch"
          options={[
            { value: '1', label: 'JSS 1 A' },
            { value: '2', label: 'JSS 1 B' },
          ]}
        />
        <TextField name="nickname" label="Nickname" optional maxLength={60} />
        <TextField name="email" type="email" label="E-mail" optional />
        <input name="bare" aria-label="Without a place for its message" pattern="[0-9]*" title="digits only" />
        <CheckboxField name="agrees" label="Optional" />
      </FormSection>
    </EditForm>
  );
}
