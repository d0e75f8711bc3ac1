import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm, FieldRow } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import { excuseKinds } from './excuse-labels.ts';
import type { ownExcusesPage } from './excuses.routes.ts';
import { ExcuseCards } from './excuse-cards.tsx';
import classes from '../shared/settings.module.css';

/** Reasons for the absence of one's own children, or of oneself. */
export default function OwnExcusesPage({ students, rows, isMore, today }: PropsOf<typeof ownExcusesPage>) {
  const [only] = students;
  const { search } = useAddress();
  return (
    <>
      <PageHeader
        title="Absence notes"
        description="Tell the school why a student is or was away. Send it early: an accepted note is in the register before it’s taken."
      />
      <div className={classes.page}>
        {students.length > 0 && (
          <Card title="Send a reason" tour="send-excuse">
            <EditForm key={rows[0]?.id} action="/my-excuses" submit="Send note">
              {students.length === 1 ? (
                <>
                  <input type="hidden" name="student_id" value={only!.id} />
                  <p className={classes.about}>
                    For {only!.name}
                    {only!.batch && `, ${only!.batch}`}
                  </p>
                </>
              ) : (
                <SelectField
                  name="student_id"
                  label="Student"
                  defaultValue={search.get('student_id') ?? undefined}
                  options={students.map(({ id, name, batch }) => ({
                    value: String(id),
                    label: [name, batch].filter(Boolean).join(', '),
                  }))}
                />
              )}
              <FieldRow>
                <DatePickerField name="starts_on" label="First day" defaultValue={today} />
                <DatePickerField name="ends_on" label="Last day" defaultValue={today} />
              </FieldRow>
              <SelectField name="kind" label="Type" options={excuseKinds} />
              <TextareaField
                name="reason"
                label="Reason"
                maxLength={500}
                rows={3}
                placeholder="Has a fever and is at the clinic"
              />
            </EditForm>
          </Card>
        )}
        <Card title="Sent" tour="sent-excuses">
          {rows.length === 0 ? (
            <EmptyState title="No reasons yet">
              What you send appears here with the school’s answer. You can add a document, such as a letter from the
              clinic.
            </EmptyState>
          ) : (
            <ExcuseCards rows={rows} />
          )}
          <ListEnd shown={rows.length} isMore={isMore} of="reasons" next="Ask the school for older ones." />
        </Card>
      </div>
    </>
  );
}
