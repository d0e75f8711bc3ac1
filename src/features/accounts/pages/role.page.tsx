import { router, usePage } from '@inertiajs/react';
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
import classes from '../parts/role.module.css';

type Props = PropsOf<typeof rolePage>;

export default function RolePage({ role, opened, groups, can }: Props) {
  const address = useAddress();
  const { shell } = usePage<{ shell: Shell }>().props;
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
      <EditForm
        key={role.id}
        opened={opened}
        action={role.id ? `/roles/${role.id}` : '/roles'}
        submit={role.id ? 'Save role' : 'Add role'}
        cancelHref={list}
      >
        <fieldset disabled={!can.change} className={classes.all}>
          <FormSection>
            {role.id === null &&
              (shell.institutions.length > 1 ? (
                <SelectField
                  name="institution_id"
                  label="Institution"
                  placeholder={null}
                  defaultValue={String(role.institutionId)}
                  options={shell.institutions.map((institution) => ({
                    value: String(institution.id),
                    label: institution.name,
                  }))}
                />
              ) : (
                <input type="hidden" name="institution_id" value={role.institutionId} />
              ))}
            <TextField name="name" label="Name" defaultValue={role.name} maxLength={80} autoComplete="off" />
          </FormSection>
          {groups.map((group, at) => (
            <Group key={group.title} group={group} tour={at === 0 ? 'role-group' : undefined} held={role.permissions} />
          ))}
        </fieldset>
      </EditForm>
    </>
  );
}

function Group({ group, held, tour }: { group: PermissionGroup; held: string[]; tour?: string }) {
  return (
    <FormSection title={group.title} tour={tour}>
      <SelectAll label={`All permissions for ${group.title.toLowerCase()}`}>
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
      </SelectAll>
    </FormSection>
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
