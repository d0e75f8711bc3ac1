import { Badge, StatusBadge } from '#ui/badge.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RecordLayout } from '#ui/records/record-layout.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { InstitutionAccess } from './institution-access.tsx';
import { PersonRoles } from './person-roles.tsx';
import { SignInActions } from './sign-in-actions.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Card } from '#ui/records/card.tsx';
import classes from './person.module.css';
import type { PropsOf } from '#web/page.ts';
import type { personPage } from './accounts.pages.ts';
import { Avatar } from '#ui/avatar.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { dateTimeText } from '#ui/format.ts';

/** A user: roles, password and status. */
export default function PersonPage(props: PropsOf<typeof personPage>) {
  const { person, can } = props;
  const address = useAddress();
  return (
    <>
      <PageHeader
        title={person.name}
        breadcrumbs={[{ label: 'Users', href: address.href('/accounts') }]}
        badge={
          <>
            <StatusBadge status={person.state} />
            {person.isGroupAdministrator && <Badge tone="gold">Group administrator</Badge>}
          </>
        }
        more={[
          can.audit && { label: 'Activity of this user', href: address.href('/audit', { person: person.id }) },
          can.audit && {
            label: 'Changes to this user',
            href: address.href('/audit', { subject: `account:${person.id}` }),
          },
        ]}
      />
      <RecordLayout aside={<PersonCard {...props} />}>
        <Card title="Roles" flush tour="roles-of-person">
          <PersonRoles {...props} />
        </Card>
        {props.places.length > 0 && (
          <Card title="Access">
            <InstitutionAccess {...props} />
          </Card>
        )}
        {can.manage && (
          <>
            <Card title="Sign-in" tour="sign-in-actions">
              {can.needsApproval && (
                <p className={classes.approval}>
                  {person.name} has access to sensitive data, so reset codes and turning off two-step verification need
                  a second person’s approval. “Forgot your password?” on the sign-in page works without approval.
                </p>
              )}
              <SignInActions {...props} />
            </Card>
            <Card title="Name and contacts">
              <PersonForm person={person} opened={props.opened} />
            </Card>
          </>
        )}
      </RecordLayout>
    </>
  );
}

/** The user's name and contacts. */
function PersonForm({ person, opened }: Pick<PropsOf<typeof personPage>, 'person' | 'opened'>) {
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

/** The user's contacts and sign-in status. */
function PersonCard({ person, can }: PropsOf<typeof personPage>) {
  return (
    <Card>
      <div className={classes.who}>
        <Avatar name={person.name} size={56} />
        <div>
          <strong>{person.name}</strong>
          <div className={classes.quiet}>{person.username}</div>
        </div>
      </div>
      <DescriptionList
        items={[
          ...(person.hidesContacts
            ? []
            : ([
                ['E-mail', person.email],
                ['Phone', person.phone],
              ] as [string, string | null][])),
          ['Last sign-in', person.lastSignIn && dateTimeText(person.lastSignIn)],
          ['Signed-in devices', person.openSessions || '—'],
          ['Two-step verification', person.hasSecondFactor ? 'On' : 'Off'],
        ]}
      />
      {!can.manage && can.give && (
        <p className={classes.note}>
          {person.hidesContacts
            ? 'Another institution manages this account. You manage its roles and access here.'
            : 'This user has permissions that you don’t have. Ask an owner to change the password or account.'}
        </p>
      )}
    </Card>
  );
}
