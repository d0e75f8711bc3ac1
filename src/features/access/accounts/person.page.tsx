import { Badge, StatusBadge } from '#ui/badge.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RecordLayout } from '#ui/records/record-layout.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { SignInActions } from './sign-in-actions.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Card } from '#ui/records/card.tsx';
import classes from './person.module.css';
import type { PropsOf } from '#web/page.ts';
import type { personPage } from './accounts.pages.ts';
import { Avatar } from '#ui/avatar.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { dateTimeText, phoneText } from '#ui/format.ts';
import { router } from '@inertiajs/core';
import { usePage } from '#ui/hooks/use-page.ts';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import type { Shell } from '#web/shell.ts';
import { useState } from 'react';
import { FormErrors } from '#ui/forms/field.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import { withParams } from '#ui/href.ts';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';

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
          <div className="ink-3">{person.username}</div>
        </div>
      </div>
      <DescriptionList
        items={[
          ...(person.hidesContacts
            ? []
            : ([
                ['E-mail', person.email],
                ['Phone', phoneText(person.phone)],
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

/** Access to each institution the viewer manages. Access to others is not affected. */
function InstitutionAccess({ person, places }: PropsOf<typeof personPage>) {
  const { shell, errors } = usePage<{ shell: Shell; errors: Record<string, string> }>().props;
  const nameOf = (id: number) => shell.institutions.find((institution) => institution.id === id)?.name ?? '';
  const post = (action: string, id: number) =>
    router.post(`/accounts/${person.id}/${action}`, { institution_id: id }, { preserveScroll: true });
  const suspend = async (id: number) => {
    const yes = await confirm({
      title: `Suspend ${person.name}’s access?`,
      body: `${person.name} will no longer have access to ${nameOf(id)}. The account and access to other institutions don’t change.`,
      action: 'Suspend access',
      tone: 'bad',
    });
    if (yes) post('suspend', id);
  };
  const end = async (id: number) => {
    const yes = await confirm({
      title: `Remove ${person.name} from ${nameOf(id)}?`,
      body: `All roles at ${nameOf(id)} will be removed. To return, ${person.name} needs a new invitation.`,
      action: 'Remove user',
      tone: 'bad',
    });
    if (yes) post('end-membership', id);
  };
  return (
    <>
      {errors['form'] && (
        <p role="alert" className={classes.alert}>
          {errors['form']}
        </p>
      )}
      <ul className={classes.actions}>
        {places.map(({ id, isSuspended }) => (
          <li key={id}>
            <div>
              {nameOf(id)}
              <div className="ink-3">{isSuspended ? 'Access suspended' : 'Has access'}</div>
            </div>
            <span className="wrap">
              {isSuspended ? (
                <Button onClick={() => post('resume', id)}>Restore access</Button>
              ) : (
                <Button onClick={() => void suspend(id)}>Suspend access</Button>
              )}
              <Button tone="bad" onClick={() => void end(id)}>
                Remove
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

type Props = PropsOf<typeof personPage>;

/** A user's roles, with buttons to remove and add them. */
function PersonRoles({ person, held, roles }: Props) {
  const [roleId, setRoleId] = useState('');
  const institutionId = roles.find((role) => String(role.id) === roleId)?.institutionId ?? null;
  const { shell } = usePage<{ shell: Shell }>().props;
  const nameOf = (id: number) => shell.institutions.find((institution) => institution.id === id)?.name ?? '';
  const several = shell.institutions.length > 1;
  const groups = shell.institutions
    .map((institution) => ({
      label: institution.name,
      options: roles
        .filter((role) => role.institutionId === institution.id)
        .map((role) => ({ value: String(role.id), label: role.name })),
    }))
    .filter(({ options }) => options.length > 0);
  return (
    <>
      <ul className={classes.roles}>
        {held.map((role) => (
          <li key={role.id}>
            <div>
              {role.role}
              {(several || role.employee) && (
                <div className="ink-3">
                  {[several && nameOf(role.institutionId), role.employee].filter(Boolean).join(' · ')}
                </div>
              )}
            </div>
            {role.mayRemove && (
              <Button tone="plain" small onClick={() => void remove(person, role)}>
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {groups.length > 0 && (
        <PageForm
          action={`/accounts/${person.id}/roles`}
          method="post"
          guard={false}
          resetOnSuccess
          className={classes.give}
        >
          {({ errors, processing }) => (
            <FormErrors value={errors}>
              <SelectField
                name="role_id"
                label="Role"
                onChange={(event) => setRoleId(event.target.value)}
                {...(groups.length > 1 ? { groups } : { options: groups[0]!.options })}
              />
              <SearchSelectField
                // Resets the field when the institution changes or a role was added.
                key={`${institutionId} ${held.length}`}
                name="employee_id"
                label="Employee"
                optional
                placeholder="Not an employee"
                search={withParams('/accounts/employee-options', { institution_id: institutionId })}
              />
              <Button type="submit" loading={processing}>
                Add role
              </Button>
            </FormErrors>
          )}
        </PageForm>
      )}
    </>
  );
}

async function remove(person: Props['person'], role: Props['held'][number]) {
  const yes = await confirm({
    title: `Remove the role ${role.role}?`,
    body: `${person.name} loses its permissions immediately.`,
    action: 'Remove role',
    tone: 'bad',
  });
  if (yes) router.post(`/accounts/${person.id}/roles/${role.id}/take`);
}
