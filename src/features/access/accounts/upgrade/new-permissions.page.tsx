import { CheckboxField } from '#ui/forms/fields.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { SelectAll } from '#ui/lists/select-all.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { newPermissionsPage, RoleToConfirm } from './new-permissions.routes.ts';
import classes from '../shared/role.module.css';

/** After an upgrade: which roles get the permissions that came with it, confirmed at once for an institution. */
export default function NewPermissionsPage({ institutions }: PropsOf<typeof newPermissionsPage>) {
  const { href } = useAddress();
  return (
    <>
      <PageHeader
        title="New permissions"
        breadcrumbs={[{ label: 'Roles', href: href('/roles') }]}
        description={
          institutions.length > 0 &&
          'Only owners can use the new features until you confirm which roles get their permissions. Check first who has each role. You can change a role at any time.'
        }
      />
      {institutions.length === 0 && (
        <EmptyState title="All roles are confirmed">
          You can change what each role can do at any time, on the role’s own page.
        </EmptyState>
      )}
      {institutions.map(({ id, name, news, roles }) => (
        <EditForm key={id} action="/roles/new-permissions" submit="Give permissions to ticked roles" long>
          <input type="hidden" name="institution_id" value={id} />
          <div className={classes.all}>
            <FormSection title={institutions.length > 1 ? `${name}: ${news.join(' · ')}` : news.join(' · ')}>
              <SelectAll label="All roles">
                <div className={classes.offered}>
                  {roles.map((role) => (
                    <OfferedRole key={role.id} role={role} />
                  ))}
                </div>
              </SelectAll>
            </FormSection>
          </div>
        </EditForm>
      ))}
    </>
  );
}

function OfferedRole({ role }: { role: RoleToConfirm }) {
  return (
    <div>
      <CheckboxField name="roles[]" value={role.value} label={role.name} help={holders(role)} defaultChecked />
      <p className={classes.news}>{role.permissions.join(' · ')}</p>
    </div>
  );
}

function holders({ people, names }: RoleToConfirm): string {
  if (people === 0) return 'Nobody has this role yet.';
  const others = people - names.length;
  return `${countOf(people, 'user has', 'users have')} this role: ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
}
