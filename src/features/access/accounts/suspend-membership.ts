import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import { memberships, roles } from '#kernel/identity.schema.ts';
import { id } from '#kernel/schemas.ts';
import { holds, managesAccess } from './accounts.policy.ts';
import { revokeTokens } from './passwords/revoke-tokens.ts';
import { lockOwnerRoles, refuseLastOwner } from './roles/last-owner.ts';
import { recordAccountChange, findManaged } from './own-access.ts';

export const OneMembership = z.object({ institution_id: id });

/** Suspends a user's access to one institution. The account and access to others are not affected. */
export async function suspendMembership(tx: Tx, actor: Actor, accountId: number, institutionId: number) {
  const account = await lockMembership(tx, actor, accountId, institutionId);
  await refuseLastOwner(tx, accountId, [institutionId]);
  await tx
    .update(memberships)
    .set({ suspendedAt: sql`now()` })
    .where(membershipsOf(accountId, institutionId));
  await note(tx, actor, account, institutionId, 'suspendMembership', `suspended the access of ${account.name}`);
  return account.name;
}

/** Restores the user's access. */
export async function resumeMembership(tx: Tx, actor: Actor, accountId: number, institutionId: number) {
  const account = await lockMembership(tx, actor, accountId, institutionId);
  await tx.update(memberships).set({ suspendedAt: null }).where(membershipsOf(accountId, institutionId));
  await note(tx, actor, account, institutionId, 'resumeMembership', `restored the access of ${account.name}`);
  return account.name;
}

/** Removes all of a user's roles in one institution. */
export async function endMembership(tx: Tx, actor: Actor, accountId: number, institutionId: number) {
  const account = await lockMembership(tx, actor, accountId, institutionId);
  await refuseLastOwner(tx, accountId, [institutionId]);
  await tx.delete(memberships).where(membershipsOf(accountId, institutionId));
  if (account.institutionIds.every((otherId) => otherId === institutionId))
    await revokeTokens(tx, accountId, 'revoked');
  await note(tx, actor, account, institutionId, 'endMembership', `ended the membership of ${account.name}`);
  return account.name;
}

const membershipsOf = (accountId: number, institutionId: number) =>
  and(eq(memberships.accountId, accountId), eq(memberships.institutionId, institutionId));

/** Locks owner roles and the user's roles before accounts. Users with more permissions than the actor are refused. */
async function lockMembership(tx: Tx, actor: Actor, accountId: number, institutionId: number) {
  allow(actor, 'accounts.edit', institutionId);
  const account = await findManaged(tx, actor, accountId);
  if (accountId === actor.accountId)
    throw new ValidationError('form', 'You can’t change your own access. Ask another administrator.');
  await lockOwnerRoles(tx, [institutionId]);
  const held = await tx
    .select({ institutionId: roles.institutionId, key: roles.key, permissions: roles.permissions })
    .from(roles)
    .where(
      and(
        eq(roles.institutionId, institutionId),
        inArray(
          roles.id,
          tx.select({ id: memberships.roleId }).from(memberships).where(membershipsOf(accountId, institutionId)),
        ),
      ),
    )
    .orderBy(roles.id)
    .for('no key update');
  if (held.length === 0) throw new NotFound('person');
  if (held.some((role) => managesAccess(role) && !holds(actor, institutionId, role.permissions)))
    throw new NotAllowed('This user has permissions that you don’t have. Ask an owner.');
  return account;
}

const note = (
  tx: Tx,
  actor: Actor,
  { id: accountId }: { id: number },
  institutionId: number,
  action: string,
  summary: string,
) => recordAccountChange(tx, actor, { id: accountId, institutionIds: [institutionId] }, `accounts.${action}`, summary);
