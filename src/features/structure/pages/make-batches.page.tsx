import { Link } from '@inertiajs/react';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/edit-form.tsx';
import { CheckboxField } from '#ui/fields.tsx';
import { count } from '#ui/format.ts';
import { InstitutionChoice } from '#ui/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useWords } from '#web/client/use-words.ts';
import type { makeBatchesPage, MakeBatchesProps } from '../structure.pages.ts';
import classes from '../parts/structure.module.css';

/** The same arms for a new session as the one before had: look, then create all at once. */
export default function MakeBatchesPage({
  sessions,
  sessionId,
  fromSessionId,
  plan,
  ...choice
}: PropsOf<typeof makeBatchesPage>) {
  const address = useAddress();
  const words = useWords(choice.institutionId);
  const missing = plan.filter((one) => !one.exists).length;
  const several = words.batches.toLowerCase();
  const options = sessions.map((one) => ({
    value: String(one.id),
    label: one.isCurrent ? `${one.name} (current)` : one.name,
  }));
  const which = (
    <>
      {choice.institutions.length > 1 && <InstitutionChoice {...choice} />}
      <FieldRow>
        <SelectField
          name="sessionId"
          label="For session"
          value={String(sessionId ?? '')}
          options={options}
          onChange={(event) => address.go({ to: event.target.value, from: null })}
        />
        <SelectField
          name="fromSessionId"
          label="As in session"
          value={String(fromSessionId ?? '')}
          options={options.filter((one) => one.value !== String(sessionId))}
          onChange={(event) => address.go({ from: event.target.value })}
        />
      </FieldRow>
    </>
  );
  return (
    <>
      <PageHeader
        title={`Make ${several} for a session`}
        breadcrumbs={[{ label: words.batches, href: address.href('/batches') }]}
      />
      {sessions.length < 2 ? (
        <EmptyState
          title="There is only one session"
          action={
            <>
              <LinkButton tone="primary" href={address.href('/batches/new')}>
                Create {words.batch.toLowerCase()}
              </LinkButton>
              <LinkButton href={address.href('/academic-sessions/new')}>Create session</LinkButton>
            </>
          }
        >
          In your first session, create each {words.batch.toLowerCase()} by hand. Once you create the next session, its{' '}
          {several} are made here from these.
        </EmptyState>
      ) : (
        <div className={classes.grid}>
          {missing > 0 ? (
            <EditForm
              action="/batches/make"
              guard={false}
              submit={`Create ${count(missing)} ${(missing === 1 ? words.batch : words.batches).toLowerCase()}`}
              cancelHref={address.href('/batches')}
            >
              <FormSection description="Students are not moved: promotion does that.">
                {which}
                <CheckboxField
                  name="withCourses"
                  label={`Offer the same ${words.courses.toLowerCase()}, with their teachers`}
                  defaultChecked
                />
                <CheckboxField
                  name="withTeachers"
                  label={`Keep the ${words.class.toLowerCase()} teachers`}
                  defaultChecked
                />
              </FormSection>
            </EditForm>
          ) : (
            <div className={classes.which}>
              {which}
              {plan.length > 0 && (
                <p className={classes.note}>
                  {sessions.find((one) => one.id === sessionId)?.name} already has all of these. To prepare the next
                  one, <Link href={address.href('/academic-sessions/new')}>create its session</Link> first.
                </p>
              )}
            </div>
          )}
          <section aria-label="Preview">
            <DataTable
              name="make-batches"
              caption={`What will be created`}
              columns={columns(words.batch, words.class)}
              rows={plan}
              empty={
                <EmptyState title="Nothing to take over">
                  The chosen session has no {several}. Choose another one above.
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
  { key: 'capacity', title: 'Places', align: 'end', card: 'line', render: (row) => count(row.capacity) },
  {
    key: 'state',
    title: 'What happens',
    card: 'aside',
    render: (row) => (row.exists ? <Badge>Is there already</Badge> : <Badge tone="info">Will be created</Badge>),
  },
];
