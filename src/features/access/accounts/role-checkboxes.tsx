import { useContext } from 'react';
import { FormErrors } from '#ui/forms/field.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import classes from './invite-form.module.css';

/** Checkboxes for the roles that can be added. */
export function RoleCheckboxes({ roles }: { roles: { id: number; name: string }[] }) {
  const error = useContext(FormErrors)['role_ids'];
  return (
    <div role="group" aria-label="Roles" data-field="role_ids">
      {/* Hides the error from the boxes, which would each show it. */}
      <FormErrors value={{}}>
        <div className={classes.checkboxes}>
          {roles.map((role) => (
            <CheckboxField key={role.id} name="role_ids[]" value={String(role.id)} label={role.name} />
          ))}
        </div>
      </FormErrors>
      {error && <p className={classes.wrong}>{error}</p>}
    </div>
  );
}
