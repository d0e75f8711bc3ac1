import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { roles } from '#kernel/identity.schema.ts';
import { countHolders, lockRoleToChange } from './lock-role.ts';

/** Deletes a role that no user has. */
export async function deleteRole(tx: Tx, actor: Actor, roleId: number): Promise<{ name: string }> {
  const role = await lockRoleToChange(tx, actor, roleId);
  if (role.isSeeded)
    throw new ValidationError(
      'form',
      `${role.name} is a default role and can’t be deleted. Remove its permissions instead.`,
    );
  const people = await countHolders(tx, role);
  if (people > 0) {
    const users = people === 1 ? '1 user has' : `${people} users have`;
    throw new ValidationError('form', `${users} the role ${role.name}. Assign them another role first.`);
  }
  await tx.delete(roles).where(and(eq(roles.institutionId, role.institutionId), eq(roles.id, roleId)));
  await record(tx, actor, 'roles.delete', {
    institutionId: role.institutionId,
    summary: `deleted the role ${role.name}`,
    subject: { type: 'role', id: roleId },
    details: { permissions: role.permissions },
  });
  return role;
}
