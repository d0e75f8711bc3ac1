import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { edits } from '#kernel/edit/edit.ts';
import { ValidationError } from '#kernel/errors.ts';
import { id, line, list } from '#kernel/schemas.ts';
import { holds } from '../accounts.policy.ts';

/** The known permissions are passed in, because the features define them. */
export const roleSchemas = (known: readonly string[]) => {
  const names = new Set(known);
  const RoleFields = z.object({
    name: line(80, 'The name'),
    permissions: list(
      z.string().refine((name) => names.has(name), 'Unknown permission. Reload the page and try again.'),
    ).pipe(z.array(z.string()).max(known.length)),
  });
  return { EditRole: edits(RoleFields), CreateRole: RoleFields.extend({ institution_id: id }) };
};

export interface RoleInput {
  name: string;
  permissions: string[];
}

export const nameTaken = (name: string) => ({
  roles_institution_id_name_key: ['name', `A role named ${name} already exists. Use a different name.`] as [
    string,
    string,
  ],
});

/** Users can only add permissions that they have themselves. */
export function refuseUngrantable(actor: Actor, institutionId: number, permissions: string[]): void {
  if (!holds(actor, institutionId, permissions)) {
    throw new ValidationError(
      'permissions',
      'You can only add permissions that you have yourself. Ask an owner to add the others.',
    );
  }
}

export const uniquePermissions = (permissions: string[]) => [...new Set(permissions)].sort();
