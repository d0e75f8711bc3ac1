import { router, usePage } from '@inertiajs/react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import { FormErrors } from '#ui/field.tsx';
import { PageForm } from '#ui/page-form.tsx';
import { withParams } from '#ui/href.ts';
import { SearchSelectField } from '#ui/search-select.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { PropsOf } from '#web/page.ts';
import type { Shell } from '#web/shell.ts';
import type { personPage } from '../accounts.pages.ts';
import classes from './person.module.css';

type Props = PropsOf<typeof personPage>;

/** The roles a person has here, each to take away, and one more to give. */
export function PersonRoles({ person, held, roles }: Props) {
  const [roleId, setRoleId] = useState('');
  const place = roles.find((role) => String(role.id) === roleId)?.institutionId ?? null;
  const { shell } = usePage<{ shell: Shell }>().props;
  const nameOf = (id: number) => shell.institutions.find((one) => one.id === id)?.name ?? '';
  const several = shell.institutions.length > 1;
  const groups = shell.institutions
    .map((one) => ({
      label: one.name,
      options: roles
        .filter((role) => role.institutionId === one.id)
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
              <Button tone="plain" small onClick={() => void take(person, role)}>
                Take away
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
                label="Another role"
                onChange={(event) => setRoleId(event.target.value)}
                {...(groups.length > 1 ? { groups } : { options: groups[0]!.options })}
              />
              <SearchSelectField
                // Another institution has other employees; a role that is given is done with.
                key={`${place} ${held.length}`}
                name="employee_id"
                label="As employee"
                optional
                placeholder="Not an employee"
                search={withParams('/accounts/employee-options', { institution_id: place })}
              />
              <Button type="submit" loading={processing}>
                Give role
              </Button>
            </FormErrors>
          )}
        </PageForm>
      )}
    </>
  );
}

async function take(person: Props['person'], role: Props['held'][number]) {
  const yes = await confirm({
    title: `Take the role ${role.role} away?`,
    body: `${person.name} can no longer do what it allows, from the next click on.`,
    action: 'Take role away',
    tone: 'bad',
  });
  if (yes) router.post(`/accounts/${person.id}/roles/${role.id}/take`);
}
