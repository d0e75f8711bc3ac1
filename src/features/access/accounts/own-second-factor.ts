import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { endSessions, openSession, type Visit, type AuthServices } from './sign-in/open-session.ts';
import { clearSecondFactor } from './remove-second-factor.ts';
import {
  confirmSecondFactor,
  makeRecoveryCodes,
  prepareSecondFactor,
  pendingSecondFactor,
} from './sign-in/second-factor.ts';
import { isRequired } from './sign-in/factor-required.ts';
import { hasSecondFactor, recordSelf, notifySelf } from './own-record.ts';
import { wrongCode } from './sign-in/second-step.ts';

/** Creates a secret for an authenticator app, to be confirmed; null if one is already confirmed. */
export async function beginSecondFactor(tx: Tx, actor: Actor, secret: Buffer) {
  await prepareSecondFactor(tx, secret, actor.accountId!);
  return pendingSecondFactor(tx, secret, actor.accountId!);
}

/** Confirms the second factor with its first code and signs out other devices. Returns the recovery codes. */
export async function finishSecondFactor(tx: Tx, actor: Actor, secret: Buffer, code: string): Promise<string[]> {
  const codes = await confirmSecondFactor(tx, secret, actor.accountId!, code.replace(/\s/g, ''));
  if (!codes) throw wrongCode();
  await endSessions(tx, actor.accountId!, actor.sessionId ?? undefined);
  await recordSelf(tx, actor, 'accounts.setUpSecondFactor', 'turned on two-step verification');
  await notifySelf(tx, actor, 'secondFactor', 'Two-step verification was turned on for your account');
  return codes;
}

/** New recovery codes; the old ones no longer work. */
export async function renewRecoveryCodes(tx: Tx, actor: Actor, secret: Buffer): Promise<string[]> {
  if (!(await hasSecondFactor(tx, actor.accountId!))) throw new NotFound();
  await recordSelf(tx, actor, 'accounts.renewRecoveryCodes', 'created new recovery codes');
  await notifySelf(tx, actor, 'secondFactor', 'New recovery codes were created for your account');
  return makeRecoveryCodes(tx, secret, actor.accountId!);
}

/** Removes the second factor. The session gets a new token, which is returned. */
export async function removeSecondFactor(tx: Tx, actor: Actor, visit: Visit): Promise<string> {
  await clearSecondFactor(tx, actor.accountId!);
  await recordSelf(tx, actor, 'accounts.removeSecondFactor', 'turned off two-step verification');
  await notifySelf(tx, actor, 'secondFactor', 'Two-step verification was turned off for your account');
  return openSession(tx, actor.accountId!, visit);
}

/** Refuses if one of the user's institutions requires a second factor. */
export async function refuseRequired(services: AuthServices, actor: Actor): Promise<void> {
  const required = await services.database.anonymous((tx) => isRequired(tx, actor.accountId!));
  if (required)
    throw new ValidationError(
      'current',
      'Your institution requires two-step verification. To set it up on another phone, ask your ICT administrator.',
    );
}
