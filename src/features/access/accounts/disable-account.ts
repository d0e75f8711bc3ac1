import { eq, sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { findToManage, lockManaged } from './find-account.ts';
import { lockOwnerRoles, refuseLastOwner } from './roles/last-owner.ts';
import { endSessions } from './sign-in/open-session.ts';
import { recordAccountChange } from './record-account-change.ts';

/** Disables the account and ends its sessions; its records stay. Returns the name. */
export async function disableAccount(tx: Tx, actor: Actor, accountId: number): Promise<string> {
  if (accountId === actor.accountId)
    throw new ValidationError('form', 'You can’t disable your own account. Ask another administrator.');
  await lockOwnerRoles(tx, (await findToManage(tx, actor, accountId)).institutionIds);
  const account = await lockManaged(tx, actor, accountId);
  if (account.roles.some(({ key, institutionId }) => key === 'owner' && !membershipIn(actor, institutionId)))
    throw new ValidationError(
      'form',
      `${account.name} is an owner of another institution. Suspend their access here instead, or ask a group administrator.`,
    );
  await refuseLastOwner(tx, accountId, account.institutionIds);
  await tx
    .update(accounts)
    .set({ disabledAt: sql`now()` })
    .where(eq(accounts.id, accountId));
  await endSessions(tx, accountId);
  await recordAccountChange(tx, actor, account, 'accounts.disable', `disabled the account of ${account.name}`);
  return account.name;
}

/** Enables the account again. */
export async function enableAccount(tx: Tx, actor: Actor, accountId: number): Promise<string> {
  const account = await lockManaged(tx, actor, accountId);
  await tx.update(accounts).set({ disabledAt: null }).where(eq(accounts.id, accountId));
  await recordAccountChange(tx, actor, account, 'accounts.enable', `enabled the account of ${account.name}`);
  return account.name;
}

/** Signs a person out everywhere. Returns how many sessions there were. */
export async function endSessionsOf(tx: Tx, actor: Actor, accountId: number): Promise<number> {
  const account = await lockManaged(tx, actor, accountId);
  const ended = await endSessions(
    tx,
    accountId,
    accountId === actor.accountId ? (actor.sessionId ?? undefined) : undefined,
  );
  await recordAccountChange(tx, actor, account, 'accounts.endSessions', `signed ${account.name} out everywhere`, {
    sessions: ended,
  });
  return ended;
}
