import { accountName } from '#kernel/account-name.ts';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { credentials } from '#kernel/identity.schema.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { recoveryCodes } from './accounts.schema.ts';
import { lockManaged } from './find-account.ts';
import { isSignInProtected } from './invitations/linked-records.ts';
import { approvingInstitution } from './roles/protected-roles.ts';
import { endSessions } from './sign-in/open-session.ts';
import { recordAccountChange } from './record-account-change.ts';
import { notifyAndMessage } from './notify-account.ts';

/** Deletes the app's secret and the recovery codes. */
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
    return { message: `Two-step verification was turned off for ${String(name)}.` };
  },
});

/** For users who lost both their phone and recovery codes. If it is required, they set it up again at sign-in. */
export async function removeSecondFactorOf(
  tx: Tx,
  actor: Actor,
  accountId: number,
  { approved = false } = {},
): Promise<string | Requested> {
  const account = await lockManaged(tx, actor, accountId);
  if (accountId === actor.accountId)
    throw new ValidationError('form', 'To turn off your own two-step verification, open “Your account”.');
  if (!approved && (await isSignInProtected(tx, actor, account)))
    return requestApproval(tx, actor, removeSecondFactorApproval, {
      institutionId: approvingInstitution(actor, account),
      subject: { type: 'account', id: accountId },
      payload: { accountId },
      summary: `turn off two-step verification for ${account.name}`,
    });
  await clearSecondFactor(tx, accountId);
  await endSessions(tx, accountId);
  await recordAccountChange(
    tx,
    actor,
    account,
    'accounts.removeSecondFactor',
    `turned off two-step verification for ${account.name}`,
  );
  await notifyAndMessage(tx, account, approvingInstitution(actor, account), {
    what: 'secondFactor',
    title: 'Two-step verification was turned off for your account',
    body: `By ${accountName(actor)}. You now sign in with your password only. You can set up two-step verification again.`,
  });
  return account.name;
}
