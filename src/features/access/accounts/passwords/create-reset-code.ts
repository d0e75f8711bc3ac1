import { accountName } from '#kernel/account-name.ts';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { changedContactsRecently } from '../recent-contact-change.ts';
import { lockManaged } from '../find-account.ts';
import { inGroups } from '../keys.ts';
import { isSignInProtected } from '../invitations/linked-records.ts';
import { approvingInstitution } from '../roles/protected-roles.ts';
import { recordAccountChange } from '../record-account-change.ts';
import { makeResetCode, resetMinutes } from './reset-code.ts';
import { notifyAndMessage } from '../notify-account.ts';

/** The code is shown to the person who approves, so neither of the two can take over the account alone. */
export const resetCodeApproval = approvalKind({
  kind: 'accounts.resetCode',
  label: 'Password',
  permission: 'accounts.edit',
  payload: z.object({ accountId: z.number() }),
  async act(tx, asker, { accountId }, { services }) {
    const { name, username, code } = await makeCode(tx, asker, services.secret, accountId);
    return {
      secret: {
        title: `Reset code for ${name}`,
        note: `Give it to ${name} in person. It works for ${resetMinutes} minutes at /reset-password, with the username ${username}.`,
        text: inGroups(code),
      },
    };
  },
});

/**
 * Creates a code for a user who forgot their password. If the account has access that the administrator doesn't have, a
 * second person must approve.
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
      institutionId: approvingInstitution(actor, account),
      subject: { type: 'account', id: accountId },
      payload: { accountId },
      summary: `reset the password of ${account.name}`,
    });
  return (await makeCode(tx, actor, secret, accountId)).code;
}

async function lockForCode(tx: Tx, actor: Actor, accountId: number) {
  const account = await lockManaged(tx, actor, accountId);
  if (account.disabledAt) throw new ValidationError('form', `${account.name}’s account is disabled. Enable it first.`);
  if (!account.hasPassword)
    throw new ValidationError('form', `${account.name} has no password yet. Send a new invitation instead.`);
  return account;
}

async function makeCode(tx: Tx, actor: Actor, secret: Buffer, accountId: number) {
  const account = await lockForCode(tx, actor, accountId);
  await recordAccountChange(tx, actor, account, 'accounts.giveResetCode', `created a reset code for ${account.name}`);
  const code = await makeResetCode(tx, secret, account.id, { replaces: true });
  if (accountId !== actor.accountId)
    await notifyAndMessage(tx, account, approvingInstitution(actor, account), {
      what: 'password',
      title: 'A code to reset your Akada password was created',
      body: `By ${accountName(actor)}. If you did not request it, tell your school immediately.`,
    });
  return { ...account, code };
}
