import { eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { credentials } from '#kernel/identity.schema.ts';
import { recordAccountChange } from './record-account-change.ts';
import { notifyAccount, wasItYou } from './notify-account.ts';
import { codeKey } from './sign-in/second-step.ts';
import { countGuess, refuseBlocked } from './sign-in/throttle.ts';
import type { AuthServices } from './sign-in/open-session.ts';

export async function hasSecondFactor(tx: Tx, accountId: number): Promise<boolean> {
  const [own] = await tx
    .select({ confirmedAt: credentials.totpConfirmedAt })
    .from(credentials)
    .where(eq(credentials.accountId, accountId));
  return Boolean(own?.confirmedAt);
}

export const recordSelf = (tx: Tx, actor: Actor, action: string, summary: string) =>
  recordAccountChange(tx, actor, ownAccount(actor), action, summary);

export const notifySelf = (tx: Tx, actor: Actor, what: 'password' | 'secondFactor', title: string, body = wasItYou) =>
  notifyAccount(tx, actor.accountId!, actor.institutions[0]?.id, { what, title, body });

/** Counts code attempts as at sign-in, but separately, so that strangers cannot block a signed-in user. */
export async function countCode({ database }: AuthServices, actor: Actor): Promise<void> {
  refuseBlocked(await database.anonymous((tx) => countGuess(tx, codeKey(actor.accountId!, 'here'))));
}

const ownAccount = (actor: Actor) => ({
  id: actor.accountId!,
  institutionIds: actor.institutions.map(({ id }) => id),
});
