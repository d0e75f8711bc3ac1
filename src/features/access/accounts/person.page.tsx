import { Badge, StatusBadge } from '#ui/badge.tsx';
import { Card } from '#ui/records/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RecordLayout } from '#ui/records/record-layout.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { personPage } from './accounts.pages.ts';
import { PersonCard } from './person-card.tsx';
import { PersonForm } from './person-form.tsx';
import { PersonPlaces } from './person-places.tsx';
import { PersonRoles } from './person-roles.tsx';
import { SignInActions } from './sign-in-actions.tsx';
import classes from './person.module.css';

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
            <PersonPlaces {...props} />
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
