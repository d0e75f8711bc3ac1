import { Link } from '#ui/link.tsx';
import { Badge } from '#ui/badge.tsx';
import { LinkButton, PrimaryLink } from '#ui/button.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { count } from '#ui/format.ts';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { makeBatchesPage, MakeBatchesProps } from './batches.queries.ts';
import classes from '../shared/structure.module.css';

/** Previews and copies the batches of one session to another. */
export default function MakeBatchesPage({
  sessions,
  sessionId,
  fromSessionId,
  plan,
  ...choice
}: PropsOf<typeof makeBatchesPage>) {
  const address = useAddress();
  const words = useTerms(choice.institutionId);
  const missing = plan.filter((batch) => !batch.exists).length;
  const several = words.batches.toLowerCase();
  const options = sessions.map((session) => ({
    value: String(session.id),
    label: session.isCurrent ? `${session.name} (current)` : session.name,
  }));
  const which = (
    <>
      {choice.institutions.length > 1 && <InstitutionChoice {...choice} />}
      <FieldRow>
        <SelectField
          name="sessionId"
          label="To session"
          value={String(sessionId ?? '')}
          options={options}
          onChange={(event) => address.go({ to: event.target.value, from: null })}
        />
        <SelectField
          name="fromSessionId"
          label="From session"
          value={String(fromSessionId ?? '')}
          options={options.filter((option) => option.value !== String(sessionId))}
          onChange={(event) => address.go({ from: event.target.value })}
        />
      </FieldRow>
    </>
  );
  return (
    <>
      <PageHeader
        title={`Copy ${several} to a session`}
        breadcrumbs={[{ label: words.batches, href: address.href('/batches') }]}
      />
      {sessions.length < 2 ? (
        <EmptyState
          title="Only one session"
          action={
            <>
              <PrimaryLink href={address.href('/batches/new')}>Add {words.batch.toLowerCase()}</PrimaryLink>
              <LinkButton href={address.href('/academic-sessions/new')}>Add session</LinkButton>
            </>
          }
        >
          In your first session, add each {words.batch.toLowerCase()} yourself. Once you add the next session, you can
          copy {several} to it here.
        </EmptyState>
      ) : (
        <div className={classes.grid}>
          {missing > 0 ? (
            <EditForm
              action="/batches/make"
              guard={false}
              submit={`Add ${count(missing)} ${(missing === 1 ? words.batch : words.batches).toLowerCase()}`}
              cancelHref={address.href('/batches')}
            >
              <FormSection description="Students aren’t moved. Promote them separately.">
                {which}
                <CheckboxField
                  name="withCourses"
                  label={`Copy ${words.courses.toLowerCase()} and their teachers`}
                  defaultChecked
                />
                <CheckboxField
                  name="withTeachers"
                  label={`Copy ${words.class.toLowerCase()} teachers`}
                  defaultChecked
                />
              </FormSection>
            </EditForm>
          ) : (
            <div className={classes.which}>
              {which}
              {plan.length > 0 && (
                <p className="ink-2">
                  {sessions.find((session) => session.id === sessionId)?.name} already has all of these. To prepare the
                  next one, <Link href={address.href('/academic-sessions/new')}>add a session</Link> first.
                </p>
              )}
            </div>
          )}
          <section aria-label="Preview">
            <DataTable
              name="make-batches"
              caption="Preview"
              columns={columns(words.batch, words.class)}
              rows={plan}
              empty={
                <EmptyState title="Nothing to copy">
                  The selected session has no {several}. Choose another session above.
                </EmptyState>
              }
            />
          </section>
        </div>
      )}
    </>
  );
}

const columns = (batch: string, level: string): Column<MakeBatchesProps['plan'][number]>[] => [
  { key: 'name', title: batch, primary: true, render: (row) => row.name },
  { key: 'class', title: level, card: 'line', render: (row) => row.class },
  { key: 'capacity', title: 'Seats', align: 'end', card: 'figure', render: (row) => count(row.capacity) },
  {
    key: 'state',
    title: 'Result',
    card: 'aside',
    render: (row) => (row.exists ? <Badge>Already exists</Badge> : <Badge tone="info">Will be added</Badge>),
  },
];
