import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { memberships } from '#kernel/identity.schema.ts';
import { mayAssignRole } from '../accounts.policy.ts';
import { findManaged } from '../find-account.ts';
import { recordAccountChange } from '../record-account-change.ts';
import { refuseLastOwner } from './last-owner.ts';
import { lockRole } from './lock-role.ts';
import { notifyOfRole } from './notify-of-role.ts';
import { beyondActor } from './lock-role.ts';

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
  await tx
    .delete(memberships)
    .where(and(eq(memberships.institutionId, role.institutionId), eq(memberships.id, membershipId)));
  await recordAccountChange(
    tx,
    actor,
    { id: accountId, institutionIds: [role.institutionId] },
    'accounts.takeRole',
    `removed the role ${role.name} from ${account.name}`,
    {
      role: role.name,
    },
  );
  await notifyOfRole(tx, actor, accountId, role, 'removed');
}
