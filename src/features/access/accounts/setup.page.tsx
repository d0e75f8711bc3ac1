import { useState } from 'react';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { todayHere } from '#ui/fields/dates/notation.ts';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { PropsOf } from '#web/page.ts';
import type { setupPage } from './accounts.pages.ts';
import { proposedSession } from '#features/school/structure/sessions/proposed-session.ts';
import { NewPassword } from './new-password.tsx';
import { PublicForm } from './shared/public-form.tsx';

export default function SetupPage({ token, kinds }: PropsOf<typeof setupPage>) {
  // There is no institution with a time zone yet, so the device's date is used.
  const [session] = useState(() => proposedSession(todayHere()));
  return (
    <PublicForm
      title="Set up Akada"
      description="Enter your institution, its current session and your account. You can change everything later."
      action="/setup"
      submit="Add institution"
    >
      <input type="hidden" name="token" value={token} />
      <FormSection title="Institution">
        <TextField name="name" label="Name" maxLength={200} placeholder="Ilorin Grammar School" autoFocus />
        <FieldRow>
          <TextField name="shortName" label="Short name" maxLength={40} placeholder="Ilorin Grammar" />
          <SelectField name="kind" label="Kind" options={kinds} defaultValue="secondary" placeholder={null} />
        </FieldRow>
      </FormSection>
      <FormSection title="Academic session">
        <TextField name="sessionName" label="Name" defaultValue={session.name} maxLength={60} />
        <FieldRow>
          <DatePickerField name="startsOn" label="Starts" defaultValue={session.startsOn} />
          <DatePickerField name="endsOn" label="Ends" defaultValue={session.endsOn} />
        </FieldRow>
      </FormSection>
      <FormSection
        title="Owner account"
        description="The owner can do everything, including adding more institutions for a group of schools."
      >
        <TextField name="ownerName" label="Your name" maxLength={200} autoComplete="name" />
        <FieldRow>
          <TextField
            name="username"
            label="Username"
            maxLength={80}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="ngozi.eze"
          />
          <TextField name="email" label="E-mail" type="email" optional autoComplete="email" />
        </FieldRow>
        <NewPassword label="Password" />
      </FormSection>
    </PublicForm>
  );
}
