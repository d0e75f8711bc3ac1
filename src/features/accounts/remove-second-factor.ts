import { accountName } from '#kernel/account-name.ts';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { approvalKind } from '#features/approvals/approval-kind.ts';
import { requestApproval, type Requested } from '#features/approvals/request-approval.ts';
import { credentials, recoveryCodes } from './accounts.schema.ts';
import { lockManaged } from './find-account.ts';
import { isSignInProtected } from './linked-records.ts';
import { approvedWhere } from './protected-roles.ts';
import { endSessions } from './open-session.ts';
import { recordAccountChange } from './record-account-change.ts';
import { notifyAndMessage } from './notify-account.ts';

/** Forgets the app's secret and the recovery codes. */
export async function clearSecondFactor(tx: Tx, accountId: number): Promise<void> {
  await tx
    .update(credentials)
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
    .where(eq(credentials.accountId, accountId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
}

export const removeSecondFactorApproval = approvalKind({
  kind: 'accounts.removeSecondFactor',
  label: 'Two-step verification',
  permission: 'accounts.edit',
  payload: z.object({ accountId: z.number() }),
  async act(tx, asker, { accountId }) {
    const name = await removeSecondFactorOf(tx, asker, accountId, { approved: true });
    return { message: `The second factor of ${String(name)} is removed.` };
  },
});

/** For who has lost both phone and recovery codes: the password alone, or setting up anew where it is required. */
export async function removeSecondFactorOf(
  tx: Tx,
  actor: Actor,
  accountId: number,
  { approved = false } = {},
): Promise<string | Requested> {
  const account = await lockManaged(tx, actor, accountId);
  if (accountId === actor.accountId) throw new Refused('form', 'Your own second factor is on the page “Your account”.');
  if (!approved && (await isSignInProtected(tx, actor, account)))
    return requestApproval(tx, actor, removeSecondFactorApproval, {
      institutionId: approvedWhere(actor, account),
      subject: { type: 'account', id: accountId },
      payload: { accountId },
      summary: `remove the two-step verification of ${account.name}`,
    });
  await clearSecondFactor(tx, accountId);
  await endSessions(tx, accountId);
  await recordAccountChange(
    tx,
    actor,
    account,
    'accounts.removeSecondFactor',
    `removed the second factor of ${account.name}`,
  );
  await notifyAndMessage(tx, account, approvedWhere(actor, account), {
    what: 'secondFactor',
    title: 'The second factor of your sign-in was removed',
    body: `By ${accountName(actor)}. Your password alone signs you in; you may set up another second factor.`,
  });
  return account.name;
}
