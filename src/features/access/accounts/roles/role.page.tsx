import { router } from '@inertiajs/core';
import { usePage } from '#ui/hooks/use-page.ts';
import { confirm } from '#ui/overlays/confirm.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { countOf } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectAll } from '#ui/lists/select-all.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { Shell } from '#web/shell.ts';
import type { PermissionGroup, rolePage } from '../accounts.pages.ts';
import classes from '../shared/role.module.css';

type Props = PropsOf<typeof rolePage>;

export default function RolePage({ role, opened, groups, can }: Props) {
  const address = useAddress();
  const list = address.href('/roles');
  const notice = role.isOwner
    ? 'Owners always have all permissions.'
    : can.change
      ? undefined
      : 'This role has permissions that you don’t have, so you can’t edit it.';
  return (
    <>
      <PageHeader
        title={role.id ? role.name : 'Add role'}
        breadcrumbs={[{ label: 'Roles', href: list }]}
        description={[role.id && `${countOf(role.people, 'user has', 'users have')} this role.`, notice]
          .filter(Boolean)
          .join(' ')}
        more={[
          role.id !== null &&
            !role.isSeeded &&
            can.change && { label: 'Delete role', tone: 'bad', onSelect: () => void remove(role) },
        ]}
      />
      {can.change ? (
        <EditForm
          key={role.id}
          opened={opened}
          action={role.id ? `/roles/${role.id}` : '/roles'}
          submit={role.id ? 'Save role' : 'Add role'}
          cancelHref={list}
        >
          <div className={classes.all}>
            <FormSection>
              {role.id === null && <Institution id={role.institutionId} />}
              <TextField name="name" label="Name" defaultValue={role.name} maxLength={80} autoComplete="off" />
            </FormSection>
            {groups.map((group, at) => (
              <FormSection key={group.title} title={group.title} tour={at === 0 ? 'role-group' : undefined}>
                <SelectAll label={`All permissions for ${group.title.toLowerCase()}`}>
                  <Permissions group={group} held={role.permissions} />
                </SelectAll>
              </FormSection>
            ))}
          </div>
        </EditForm>
      ) : (
        <fieldset key={role.id} disabled className={classes.all}>
          {groups.map((group, at) => (
            <FormSection key={group.title} title={group.title} tour={at === 0 ? 'role-group' : undefined}>
              <Permissions group={group} held={role.permissions} />
            </FormSection>
          ))}
        </fieldset>
      )}
    </>
  );
}

function Institution({ id }: { id: number }) {
  const { institutions } = usePage<{ shell: Shell }>().props.shell;
  if (institutions.length === 1) return <input type="hidden" name="institution_id" value={id} />;
  return (
    <SelectField
      name="institution_id"
      label="Institution"
      placeholder={null}
      defaultValue={String(id)}
      options={institutions.map((institution) => ({ value: String(institution.id), label: institution.name }))}
    />
  );
}

function Permissions({ group, held }: { group: PermissionGroup; held: string[] }) {
  return (
    <div className={classes.permissions}>
      {group.permissions.map(({ name, words, mayAdd }) => {
        const isHeld = held.includes(name);
        return (
          <CheckboxField
            key={name}
            name="permissions[]"
            value={name}
            label={words}
            defaultChecked={isHeld}
            disabled={!mayAdd && !isHeld}
            help={!mayAdd && !isHeld ? 'You can only add permissions that you have yourself.' : undefined}
          />
        );
      })}
    </div>
  );
}

async function remove(role: Props['role']) {
  const yes = await confirm({
    title: `Delete the role ${role.name}?`,
    body: 'This can’t be undone. Past activity stays in the audit log.',
    action: 'Delete role',
    tone: 'bad',
  });
  if (yes) router.post(`/roles/${role.id}/delete`);
}
