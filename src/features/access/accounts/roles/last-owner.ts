import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Tx, hasKey } from '#kernel/database.ts';
import { ValidationError, NotAllowed, NotFound } from '#kernel/errors.ts';
import { accounts, credentials, memberships, roles } from '#kernel/identity.schema.ts';
import type { Actor } from '#kernel/actor.ts';
import { mayAssignRole } from '../accounts.policy.ts';
import { recordAccountChange, findManaged } from '../own-access.ts';
import { lockRole, beyondActor } from './change-roles.ts';
import { notifyOfRole } from './add-role.ts';

/**
 * Refuses a change that would leave an institution without an owner who can sign in. Owner roles are locked first, so
 * if two owners remove each other's role at once, the second is refused.
 */
export async function refuseLastOwner(tx: Tx, accountId: number, institutionIds: number[]): Promise<void> {
  if (institutionIds.length === 0) return;
  await lockOwnerRoles(tx, institutionIds);
  const held = await tx
    .select({
      here: sql<boolean>`bool_or(${memberships.accountId} = ${accountId})`,
      others: sql<number>`count(*) filter (where ${memberships.accountId} <> ${accountId}
        and ${accounts.disabledAt} is null and ${memberships.suspendedAt} is null and ${credentials.passwordHash} is not null)::int`,
    })
    .from(roles)
    .innerJoin(memberships, and(eq(memberships.institutionId, roles.institutionId), eq(memberships.roleId, roles.id)))
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(ownersOf(institutionIds))
    .groupBy(roles.institutionId);
  if (held.some(({ here, others }) => here && others === 0)) {
    throw new ValidationError('form', 'This is the last owner who can sign in. Make another user an owner first.');
  }
}

/** Lock these before accounts. */
export async function lockOwnerRoles(tx: Tx, institutionIds: number[]): Promise<void> {
  if (institutionIds.length === 0) return;
  const owners = ownersOf(institutionIds);
  await tx.select({ id: roles.id }).from(roles).where(owners).orderBy(roles.id).for('no key update');
}

const ownersOf = (institutionIds: number[]) =>
  and(inArray(roles.institutionId, institutionIds), eq(roles.key, 'owner'));

/** Removes a role from an account. */
export async function removeRole(tx: Tx, actor: Actor, accountId: number, membershipId: number): Promise<void> {
  const account = await findManaged(tx, actor, accountId);
  const [found] = await tx
    .select({ roleId: memberships.roleId })
    .from(memberships)
    .where(and(eq(memberships.id, membershipId), eq(memberships.accountId, accountId)));
  if (!found) throw new NotFound('role');
  const role = await lockRole(tx, actor, found.roleId);
  if (!mayAssignRole(actor, role, false)) throw new NotAllowed(beyondActor);
  if (role.key === 'owner') await refuseLastOwner(tx, accountId, [role.institutionId]);
  await tx.delete(memberships).where(hasKey(memberships, role.institutionId, membershipId));
  await recordAccountChange(
    tx,
    actor,
    { id: accountId, institutionIds: [role.institutionId] },
    'accounts.takeRole',
    `removed the role ${role.name} from ${account.name}`,
    { role: role.name },
  );
  await notifyOfRole(tx, actor, accountId, role, 'removed');
}
