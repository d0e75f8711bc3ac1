import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import type { PropsOf } from '#web/page.ts';
import type { personPage } from './accounts.pages.ts';

/** The user's name and contacts. */
export function PersonForm({ person, opened }: Pick<PropsOf<typeof personPage>, 'person' | 'opened'>) {
  return (
    <EditForm action={`/accounts/${person.id}`} opened={opened} submit="Save">
      <FormSection>
        <TextField name="name" label="Name" defaultValue={person.name} maxLength={200} autoComplete="off" />
        <FieldRow>
          <TextField
            name="email"
            label="E-mail"
            type="email"
            optional
            defaultValue={person.email ?? ''}
            autoComplete="off"
          />
          <TextField
            name="phone"
            label="Phone"
            type="tel"
            optional
            defaultValue={person.phone ?? ''}
            autoComplete="off"
          />
        </FieldRow>
      </FormSection>
    </EditForm>
  );
}
