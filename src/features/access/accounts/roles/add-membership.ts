import { and, eq, isNotNull } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { memberships } from '#kernel/identity.schema.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { worksHere } from '#features/records/people/works-here.ts';
import { mayAssignRole } from '../accounts.policy.ts';
import { needsSecondPerson } from './protected-roles.ts';
import { lockRole } from './lock-role.ts';
import { beyondActor, refuseOwn, lockForRoles } from './lock-role.ts';

/** The employee, student or guardian that an account is linked to in a role, if any. */
export type Links = Partial<Record<'employeeId' | 'studentId' | 'guardianId', number | null>>;

/** Adds the membership to an account the caller has found or created. */
export async function insertMembership(
  tx: Tx,
  actor: Actor,
  accountId: number,
  roleId: number,
  links: Links = {},
  { approved = false } = {},
) {
  const role = await roleToAdd(tx, actor, accountId, roleId, links);
  if (!approved && needsSecondPerson(actor, role))
    throw new NotAllowed(`The role ${role.name} needs a second person’s approval. Add it on the user’s page.`);
  await addMembership(tx, accountId, role, links);
  return role;
}

/** Locks and returns the role if the actor can add it to this account. */
export async function roleToAdd(tx: Tx, actor: Actor, accountId: number, roleId: number, links: Links = {}) {
  const { employeeId = null } = links;
  await lockForRoles(tx, actor, [roleId], employeeId);
  const role = await lockRole(tx, actor, roleId);
  if (!mayAssignRole(actor, role, accountId === actor.accountId)) throw new NotAllowed(beyondActor);
  if (employeeId !== null) {
    if (accountId === actor.accountId) refuseOwn(actor, role, employeeId);
    await checkEmployee(tx, role.institutionId, employeeId);
  }
  return role;
}

/**
 * Writes the membership; the caller has checked the permission. A person can have one role for several linked records,
 * but without a linked record only once.
 */
export async function addMembership(
  tx: Tx,
  accountId: number,
  role: { id: number; institutionId: number; name: string },
  links: Links,
): Promise<void> {
  const duplicate = new ValidationError('role_id', `This user already has the role ${role.name}.`);
  const here = { institutionId: role.institutionId, accountId, roleId: role.id };
  const isUnlinked = Object.values(links).every((link) => link === null);
  const held = and(
    eq(memberships.institutionId, role.institutionId),
    eq(memberships.accountId, accountId),
    eq(memberships.roleId, role.id),
  );
  if (isUnlinked && (await tx.$count(memberships, held))) throw duplicate;
  // A suspended user's new role is suspended too.
  const own = and(eq(memberships.institutionId, role.institutionId), eq(memberships.accountId, accountId));
  const [suspended] = await tx
    .select({ at: memberships.suspendedAt })
    .from(memberships)
    .where(and(own, isNotNull(memberships.suspendedAt)))
    .limit(1);
  const made = await tx
    .insert(memberships)
    .values({ ...here, ...links, suspendedAt: suspended?.at })
    .onConflictDoNothing()
    .returning({ id: memberships.id });
  if (made.length === 0) throw duplicate;
}

async function checkEmployee(tx: Tx, institutionId: number, employeeId: number) {
  const found = await tx.$count(
    employees,
    and(eq(employees.institutionId, institutionId), eq(employees.id, employeeId), worksHere()),
  );
  if (!found) throw new ValidationError('employee_id', 'Choose an employee of the role’s institution.');
}
