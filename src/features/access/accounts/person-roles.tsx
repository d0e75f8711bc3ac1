import { router } from '@inertiajs/core';
import { usePage } from '#ui/hooks/use-page.ts';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import { withParams } from '#ui/href.ts';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { PropsOf } from '#web/page.ts';
import type { Shell } from '#web/shell.ts';
import type { personPage } from './accounts.pages.ts';
import classes from './person.module.css';

type Props = PropsOf<typeof personPage>;

/** A user's roles, with buttons to remove and add them. */
export function PersonRoles({ person, held, roles }: Props) {
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
                <div className={classes.quiet}>
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
