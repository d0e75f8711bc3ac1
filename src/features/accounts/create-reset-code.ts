import { accountName } from '#kernel/account-name.ts';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { approvalKind } from '#features/approvals/approval-kind.ts';
import { requestApproval, type Requested } from '#features/approvals/request-approval.ts';
import { changedContactsRecently } from './recent-contact-change.ts';
import { lockManaged } from './find-account.ts';
import { inGroups } from './keys.ts';
import { isSignInProtected } from './linked-records.ts';
import { approvedWhere } from './protected-roles.ts';
import { recordAccountChange } from './record-account-change.ts';
import { makeResetCode, resetMinutes } from './reset-code.ts';
import { notifyAndMessage } from './notify-account.ts';

/** The code is shown to whoever approves: neither of the two gets hold of the account alone. */
export const resetCodeApproval = approvalKind({
  kind: 'accounts.resetCode',
  label: 'Password',
  permission: 'accounts.edit',
  payload: z.object({ accountId: z.number() }),
  async act(tx, asker, { accountId }, { services }) {
    const { name, username, code } = await makeCode(tx, asker, services.secret, accountId);
    return {
      secret: {
        title: `A reset code for ${name}`,
        note: `Give it to ${name} yourself. It works for ${resetMinutes} minutes at /reset-password, for the username ${username}.`,
        text: inGroups(code),
      },
    };
  },
});

/**
 * A code that an administrator reads out to who has forgotten his password. Where the account opens what the
 * administrator does not have, a second person has to agree.
 */
export async function createResetCode(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  accountId: number,
): Promise<string | Requested> {
  const account = await lockForCode(tx, actor, accountId);
  if ((await isSignInProtected(tx, actor, account)) || (await changedContactsRecently(tx, actor, account)))
    return requestApproval(tx, actor, resetCodeApproval, {
      institutionId: approvedWhere(actor, account),
      subject: { type: 'account', id: accountId },
      payload: { accountId },
      summary: `reset the password of ${account.name}`,
    });
  return (await makeCode(tx, actor, secret, accountId)).code;
}

async function lockForCode(tx: Tx, actor: Actor, accountId: number) {
  const account = await lockManaged(tx, actor, accountId);
  if (account.disabledAt) throw new Refused('form', `${account.name}’s sign-in is disabled. Enable it first.`);
  if (!account.hasPassword)
    throw new Refused('form', `${account.name} has no password yet. Make a new invitation instead.`);
  return account;
}

async function makeCode(tx: Tx, actor: Actor, secret: Buffer, accountId: number) {
  const account = await lockForCode(tx, actor, accountId);
  await recordAccountChange(tx, actor, account, 'accounts.giveResetCode', `made a reset code for ${account.name}`);
  const code = await makeResetCode(tx, secret, account.id, { replaces: true });
  if (accountId !== actor.accountId)
    await notifyAndMessage(tx, account, approvedWhere(actor, account), {
      what: 'password',
      title: 'A code to reset your Akada password was made',
      body: `By ${accountName(actor)}. If you did not ask for it, tell your school at once.`,
    });
  return { ...account, code };
}
