import { DatePickerField } from '#ui/date-fields.tsx';
import { FieldRow, FormSection } from '#ui/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/fields.tsx';
import { InstitutionChoice } from '#ui/institution-choice.tsx';
import { OneCurrent } from '#ui/one-current.tsx';
import type { PropsOf } from '#web/page.ts';
import { RecordForm } from '../parts/record-form.tsx';
import { TermsFields } from '../parts/terms-fields.tsx';
import type { sessionForm } from '../structure.pages.ts';
import classes from '../parts/structure.module.css';

/** A school year, its terms, and which one is the current one. */
export default function SessionFormPage({ session, others, ...choice }: PropsOf<typeof sessionForm>) {
  const isFirst = !session && others.length === 0;
  return (
    <RecordForm
      noun="session"
      list="Academic sessions"
      path="/academic-sessions"
      record={session}
      institutionId={choice.institutionId}
      opened={choice.opened}
      closed={
        session?.closedAt ? (
          <p className={classes.note}>
            {session.name} is closed and can only be read. Reopen it from the list to change it.
          </p>
        ) : undefined
      }
    >
      <FormSection title="Session">
        {!session && <InstitutionChoice {...choice} />}
        <TextField
          name="name"
          label="Name"
          defaultValue={session?.name}
          maxLength={60}
          placeholder="2026/2027"
          autoFocus={!session}
          autoComplete="off"
        />
        <FieldRow>
          <DatePickerField name="startsOn" label="First day" defaultValue={session?.startsOn} />
          <DatePickerField name="endsOn" label="Last day" defaultValue={session?.endsOn} />
        </FieldRow>
      </FormSection>
      <FormSection
        title="Current session"
        description="New enrolments and assignments go to the current session. Only one can be it: ticking one unticks the others."
      >
        <OneCurrent>
          <div className={classes.ticks}>
            <CheckboxField
              name="is_current"
              value="this"
              label={session?.name ?? 'This new session'}
              defaultChecked={session?.isCurrent ?? isFirst}
            />
            {others.map((one) => (
              <CheckboxField
                key={one.id}
                name="is_current"
                value={String(one.id)}
                label={one.name}
                defaultChecked={one.isCurrent}
              />
            ))}
          </div>
        </OneCurrent>
      </FormSection>
      <FormSection
        title="Terms"
        description="Three terms or two semesters, inside the dates above and one after the other. They are kept in the order of their dates."
      >
        <TermsFields terms={session?.terms ?? []} />
      </FormSection>
    </RecordForm>
  );
}
