import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotAllowed } from '#kernel/errors.ts';
import { accounts, memberships, roles } from '#kernel/identity.schema.ts';

/** A group administrator says that there is one school: the account stays its owner, and adds no institutions any more. */
export async function confirmOnlyInstitution(tx: Tx, actor: Actor): Promise<void> {
  const { accountId, institutions } = actor;
  if (!actor.isGroupAdministrator || accountId === null) throw new NotAllowed();
  const [institution, another] = institutions;
  if (!institution || another)
    throw new Conflict(`There are ${institutions.length} institutions, so they stay a group with an administrator.`);
  const owned = await tx
    .select({ id: roles.id })
    .from(memberships)
    .innerJoin(roles, and(eq(roles.institutionId, memberships.institutionId), eq(roles.id, memberships.roleId)))
    .where(
      and(eq(memberships.institutionId, institution.id), eq(memberships.accountId, accountId), eq(roles.key, 'owner')),
    );
  if (owned.length === 0) throw new Conflict('You are no owner of the school yet. Give yourself that role first.');
  await tx.update(accounts).set({ isGroupAdministrator: false }).where(eq(accounts.id, accountId));
  await record(tx, actor, 'accounts.groupAdministrator', {
    institutionId: institution.id,
    summary: 'said that there is one school, and is no group administrator any more',
    subject: { type: 'account', id: accountId },
  });
}
