import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import type { PropsOf } from '#web/page.ts';
import { RecordForm } from '../shared/record-form.tsx';
import type { sessionForm } from '../structure.pages.ts';
import classes from '../shared/structure.module.css';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { OneCurrent } from '#ui/overlays/one-current.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import type { TermRow } from './sessions.queries.ts';

/** The form of a session with its terms. */
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
          <p className="ink-2">{session.name} is closed and read-only. Reopen it from the list to edit it.</p>
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
      <FormSection title="Current session" description="New enrolments and assignments use the current session.">
        <OneCurrent noun="session">
          <div className={classes.checkboxes}>
            <CheckboxField
              name="is_current"
              value="this"
              label={session?.name ?? 'This session'}
              defaultChecked={session?.isCurrent ?? isFirst}
            />
            {others.map((other) => (
              <CheckboxField
                key={other.id}
                name="is_current"
                value={String(other.id)}
                label={other.name}
                defaultChecked={other.isCurrent}
              />
            ))}
          </div>
        </OneCurrent>
      </FormSection>
      <FormSection
        title="Terms"
        description="For example three terms or two semesters. They must be within the session’s dates and must not overlap."
      >
        <TermsFields terms={session?.terms ?? []} />
      </FormSection>
    </RecordForm>
  );
}

const names = ['First Term', 'Second Term', 'Third Term'];

/** The terms of a session as nested records (3.12, 4.20), at most one of them the current one (3.13). */
function TermsFields({ terms }: { terms: TermRow[] }) {
  return (
    <OneCurrent noun="term">
      <NestedRecords name="terms" noun="term" records={terms} max={12}>
        {({ value: term, field, at }) => (
          <>
            <TextField
              name={field('name')}
              label="Name"
              defaultValue={term?.name ?? names[at - 1] ?? ''}
              maxLength={60}
            />
            <FieldRow>
              <DatePickerField name={field('startsOn')} label="First day" defaultValue={term?.startsOn} />
              <DatePickerField name={field('endsOn')} label="Last day" defaultValue={term?.endsOn} />
            </FieldRow>
            <CheckboxField name={field('is_current')} label="Current term" defaultChecked={term?.isCurrent} />
          </>
        )}
      </NestedRecords>
    </OneCurrent>
  );
}
