import { LinkButton } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { Card } from '#ui/records/card.tsx';
import classes from './privacy.module.css';
import type { personPrivacy, PersonPrivacyProps } from './privacy.routes.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';

const people = { students: 'Students', employees: 'Employees', guardians: 'Guardians' };
const entities = { students: 'student', employees: 'employee', guardians: 'guardian' };

/** What is stored about one person, with export and erasure. */
export default function PersonPrivacyPage({
  person,
  sections,
  can,
  cannotErase,
  isWaiting,
}: PropsOf<typeof personPrivacy>) {
  const address = useAddress();
  const here = `/privacy/${person.kind}/${person.id}`;
  const empty = sections.filter(({ count }) => count === 0).map(({ title }) => title);
  return (
    <>
      <PageHeader
        title={`Data of ${person.name}`}
        breadcrumbs={[
          { label: people[person.kind], href: address.href(`/${person.kind}`) },
          { label: person.number, href: address.href(`/${person.kind}/${person.id}`) },
        ]}
      />
      <div className={classes.cards}>
        <Card title="Stored data">
          <dl className={classes.sections}>
            {sections
              .filter(({ count: entries }) => entries > 0)
              .map(({ title, count: entries }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{countOf(entries, 'entry', 'entries')}</dd>
                </div>
              ))}
          </dl>
          {empty.length > 0 && <p className={classes.note}>No entries: {empty.join(', ')}.</p>}
          <div className={classes.actions}>
            {can.export && (
              <>
                <LinkButton tone="primary" href={`${here}/data.pdf`} external>
                  Export as PDF
                </LinkButton>
                <LinkButton href={`${here}/data.json`} external>
                  Export as JSON
                </LinkButton>
              </>
            )}
            {can.readLog && (
              <LinkButton
                tone="quiet"
                href={address.href('/privacy/reads', { of: `${entities[person.kind]}:${person.id}` })}
              >
                Access log
              </LinkButton>
            )}
          </div>
          {can.export && (
            <p className={classes.note}>Everyone has the right to a copy of their data. Every export is logged.</p>
          )}
        </Card>
        {can.erase && !person.isErased && !isWaiting && (
          <EraseForm action={`${here}/erase`} person={person} cannotErase={cannotErase} />
        )}
        {can.erase && !person.isErased && isWaiting && (
          <Card title="Erasure requested">
            <p className={classes.note}>Waiting for approval. Nothing is erased until then.</p>
            <div className={classes.actions}>
              <LinkButton href={address.href('/approvals')}>Open approvals</LinkButton>
            </div>
          </Card>
        )}
        {person.isErased && (
          <Card title="This record has been erased">
            <p className={classes.note}>
              Numbers, enrolments, results and payments remain in totals. They don’t identify anyone.
            </p>
          </Card>
        )}
      </div>
    </>
  );
}

interface EraseFormProps {
  action: string;
  person: PersonPrivacyProps['person'];
  /** Why the person cannot be erased yet. */
  cannotErase: string | null;
}

/** An erasure cannot be undone, so the number is typed to confirm it. */
function EraseForm({ action, person, cannotErase }: EraseFormProps) {
  if (cannotErase)
    return (
      <Card title="Erase data">
        <p className={classes.note}>{cannotErase}</p>
      </Card>
    );
  return (
    <Card title="Erase data">
      <p className={classes.note}>
        This permanently deletes the name, contact details, address, health, religion, photo, documents, custom fields
        and account of {person.name}, and every uploaded file that contains the name. Numbers, enrolments, results and
        payments stay without a name. Older backups contain the data until they are replaced.
      </p>
      <p className={classes.note}>A second person must approve the erasure.</p>
      <EditForm action={action} isFinal submit="Request erasure">
        <TextField
          name="number"
          label={`Type the ${person.numberWord}`}
          help={`${person.number}, to confirm that this is the right person.`}
          autoComplete="off"
        />
        <TextField name="reason" label="Reason" help="Who requested it, and when." maxLength={300} />
      </EditForm>
    </Card>
  );
}
