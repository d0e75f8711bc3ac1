import { randomBytes } from 'node:crypto';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { roles } from '#kernel/identity.schema.ts';
import { type RoleInput, nameTaken, refuseUngrantable, uniquePermissions } from './role-fields.ts';

/** Adds a custom role. Returns its id. */
export async function createRole(tx: Tx, actor: Actor, input: RoleInput & { institution_id: number }): Promise<number> {
  const institutionId = input.institution_id;
  allow(actor, 'roles.edit', institutionId);
  refuseUngrantable(actor, institutionId, input.permissions);
  const [row] = await refuseDuplicate(
    tx
      .insert(roles)
      .values({
        institutionId,
        key: `own_${randomBytes(6).toString('hex')}`,
        name: input.name,
        permissions: uniquePermissions(input.permissions),
      })
      .returning({ id: roles.id }),
    nameTaken(input.name),
  );
  await record(tx, actor, 'roles.create', {
    institutionId,
    summary: `added the role ${input.name}`,
    subject: { type: 'role', id: row!.id },
    details: { permissions: uniquePermissions(input.permissions) },
  });
  return row!.id;
}
