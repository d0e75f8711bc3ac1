import { eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { credentials, recoveryCodes } from './accounts.schema.ts';
import { lockManaged } from './find-account.ts';
import { endSessions } from './open-session.ts';
import { recordAbout } from './record-about.ts';
import { tellAccount } from './tell-account.ts';

/** Forgets the app's secret and the recovery codes. */
export async function clearSecondFactor(tx: Tx, accountId: number): Promise<void> {
  await tx
    .update(credentials)
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
    .where(eq(credentials.accountId, accountId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
}

/** For who has lost both phone and recovery codes: the password alone, or setting up anew where it is required. */
export async function removeSecondFactorOf(tx: Tx, actor: Actor, accountId: number): Promise<string> {
  const account = await lockManaged(tx, actor, accountId);
  if (accountId === actor.accountId) throw new Refused('form', 'Your own second factor is on the page “Your account”.');
  await clearSecondFactor(tx, accountId);
  await endSessions(tx, accountId);
  await recordAbout(tx, actor, account, 'accounts.removeSecondFactor', `removed the second factor of ${account.name}`);
  await tellAccount(tx, accountId, account.institutionIds[0], {
    what: 'secondFactor',
    title: 'The second factor of your sign-in was removed',
    body: `By ${actor.name}. Your password alone signs you in; you may set up another second factor.`,
  });
  return account.name;
}
