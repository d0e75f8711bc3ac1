import { and, eq, inArray, sql } from 'drizzle-orm';
import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import { roles, memberships } from '#kernel/identity.schema.ts';
import type { Permission } from '#kernel/permissions.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { mayEditRole } from '../accounts.policy.ts';
import { isLinkHidden } from '../invitations/employee-links.ts';

/**
 * Locks and returns the role if the actor has the permission there. NotFound outside the actor's institutions, else
 * NotAllowed.
 */
export async function lockRoleWith(tx: Tx, actor: Actor, permission: Permission, roleId: number) {
  const isRole = eq(roles.id, roleId);
  const isManaged = inArray(roles.institutionId, institutionsWhere(actor, permission));
  const [role] = await tx.select().from(roles).where(and(isRole, isManaged)).for('no key update');
  if (role) return role;
  const [other] = await tx.select({ institutionId: roles.institutionId }).from(roles).where(isRole);
  throw other && membershipIn(actor, other.institutionId) ? new NotAllowed() : new NotFound('role');
}

/** A role of the actor's institutions. */
export async function lockRole(tx: Tx, actor: Actor, roleId: number) {
  return lockRoleWith(tx, actor, 'accounts.view', roleId);
}

export async function countHolders(
  tx: Tx,
  { institutionId, id }: { institutionId: number; id: number },
): Promise<number> {
  const [held] = await tx
    .select({ people: sql<number>`count(distinct ${memberships.accountId})::int` })
    .from(memberships)
    .where(and(eq(memberships.institutionId, institutionId), eq(memberships.roleId, id)));
  return held!.people;
}

export async function lockRoleToChange(tx: Tx, actor: Actor, roleId: number) {
  const role = await lockRoleWith(tx, actor, 'roles.edit', roleId);
  if (role.key === 'owner')
    throw new ValidationError('form', 'Owners always have all permissions. This role can’t be edited.');
  if (!mayEditRole(actor, role))
    throw new NotAllowed('This role has permissions that you don’t have. Ask an owner to edit it.');
  return role;
}

export const beyondActor = 'This role has permissions that you can’t assign. Ask an owner.';

/**
 * People see their own record without an access log, so nobody may link themselves to a record they cannot see in full.
 */
export function refuseOwn(
  actor: Actor,
  { institutionId, key }: { institutionId: number; key: string },
  employeeId: number,
) {
  const { employeeIds, permissions } = membershipIn(actor, institutionId)!;
  if (employeeIds.includes(employeeId)) return;
  const roles = [{ key: permissions.has('students.viewOwn') ? 'teacher' : key, permissions: [...permissions] }];
  if (isLinkHidden(actor, { institutionId, employeeId, roles }))
    throw new ValidationError('employee_id', 'This is your own account. Ask a colleague to link it to your record.');
}

/**
 * Locks what adding roles needs, in the common order: the employee, then the roles, and accounts afterwards. Call it
 * once before adding several roles.
 */
export async function lockForRoles(tx: Tx, actor: Actor, roleIds: number[], employeeId: number | null): Promise<void> {
  const managed = institutionsWhere(actor, 'accounts.edit', 'employees.changeStatus');
  if (employeeId !== null)
    await tx
      .select({ id: employees.id })
      .from(employees)
      .where(and(inArray(employees.institutionId, managed), eq(employees.id, employeeId)))
      .for('share');
  await tx
    .select({ id: roles.id })
    .from(roles)
    .where(and(inArray(roles.institutionId, managed), inArray(roles.id, roleIds)))
    .orderBy(roles.id)
    .for('no key update');
}
