import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import { credentials, sessions } from '#kernel/identity.schema.ts';
import { endSession, endSessions, openSession, type Visit } from './sign-in/open-session.ts';
import { checkPassword, hashPassword, isPassword } from './passwords/passwords.ts';
import { recordAccountChange } from './record-account-change.ts';
import { clearSecondFactor } from './remove-second-factor.ts';
import {
  confirmSecondFactor,
  makeRecoveryCodes,
  prepareSecondFactor,
  consumeCode,
  consumeRecoveryCode,
  pendingSecondFactor,
} from './sign-in/second-factor.ts';
import { codeKey, GiveCode, isRequired } from './sign-in/second-step.ts';
import { setPassword } from './passwords/set-password.ts';
import type { AuthServices } from './sign-in/sign-in.ts';
import { notifyAccount, wasItYou } from './notify-account.ts';
import { countGuess, countTry, clearFailures, refuseBlocked } from './sign-in/throttle.ts';

const typedPassword = z.string({ error: 'Your password is required.' }).min(1, 'Your password is required.').max(1000);

export const ConfirmPassword = z.object({ current: typedPassword });
export const ConfirmAgain = z.object({ current: typedPassword.optional(), code: GiveCode.shape.code.optional() });
export const ChangePassword = ConfirmPassword.extend({ password: typedPassword });

/** Checks the password before a sensitive action. */
export async function confirmPassword({ database }: AuthServices, actor: Actor, current: string): Promise<void> {
  const key = `password:${actor.accountId}`;
  const { wait, passwordHash } = await database.anonymous(async (tx) => {
    const [own] = await tx
      .select({ passwordHash: credentials.passwordHash })
      .from(credentials)
      .where(eq(credentials.accountId, actor.accountId!));
    return { wait: await countTry(tx, [{ key, tries: 10, minutes: 15 }]), passwordHash: own?.passwordHash };
  });
  refuseBlocked(wait);
  if (!(await isPassword(passwordHash, current))) throw new Refused('current', 'Incorrect password.');
  await database.anonymous((tx) => clearFailures(tx, [key]));
}

/** The same for `confirm: true` routes; users with an authenticator app enter its code or a recovery code. */
export async function confirmAgain(
  services: AuthServices,
  actor: Actor,
  typed: z.infer<typeof ConfirmAgain>,
): Promise<void> {
  const hasCode = await services.database.anonymous((tx) => hasSecondFactor(tx, actor.accountId!));
  if (!hasCode) {
    if (!typed.current) throw new Refused('current', 'Your password is required.');
    await confirmPassword(services, actor, typed.current);
    return void (await services.database.anonymous((tx) => markConfirmed(tx, actor)));
  }
  if (!typed.code) throw new Refused('code', 'The code is required.');
  const code = typed.code.replace(/\s/g, '');
  await countCode(services, actor);
  await services.database.anonymous(async (tx) => {
    const { secret } = services;
    const isRight =
      (await consumeCode(tx, secret, actor.accountId!, code)) ||
      (await consumeRecoveryCode(tx, secret, actor.accountId!, code));
    if (!isRight) throw wrongCode();
    await clearFailures(tx, [codeKey(actor.accountId!, 'here')]);
    await markConfirmed(tx, actor);
  });
}

const wrongCode = () => new Refused('code', 'Incorrect code. Wait for the app to show the next one, then enter it.');

/** The session is not asked again for ten minutes. */
const markConfirmed = (tx: Tx, actor: Actor) =>
  tx
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(and(eq(sessions.id, actor.sessionId!), isNull(sessions.endedAt)));

async function hasSecondFactor(tx: Tx, accountId: number): Promise<boolean> {
  const [own] = await tx
    .select({ confirmedAt: credentials.totpConfirmedAt })
    .from(credentials)
    .where(eq(credentials.accountId, accountId));
  return Boolean(own?.confirmedAt);
}

const ownAccount = (actor: Actor) => ({ id: actor.accountId!, institutionIds: actor.institutions.map(({ id }) => id) });
const recordSelf = (tx: Tx, actor: Actor, action: string, summary: string) =>
  recordAccountChange(tx, actor, ownAccount(actor), action, summary);

const notifySelf = (tx: Tx, actor: Actor, what: 'password' | 'secondFactor', title: string, body = wasItYou) =>
  notifyAccount(tx, actor.accountId!, actor.institutions[0]?.id, { what, title, body });

/** A password that passes the rules, hashed outside of any transaction. */
export function newPasswordHash(actor: Actor, { current, password }: z.infer<typeof ChangePassword>): Promise<string> {
  checkPassword('password', password, actor.username);
  if (password === current) throw new Refused('password', 'This is your current password. Choose a different one.');
  return hashPassword(password);
}

/** Ends all other sessions and gives this one a new token. Returns it. */
export async function changePassword(tx: Tx, actor: Actor, passwordHash: string, visit: Visit): Promise<string> {
  await setPassword(tx, actor.accountId!, passwordHash);
  await endSessions(tx, actor.accountId!);
  await recordSelf(tx, actor, 'accounts.changePassword', 'changed their password');
  await notifySelf(tx, actor, 'password', 'Your password was changed', `On ${visit.device}. ${wasItYou}`);
  return openSession(tx, actor.accountId!, visit);
}

/** Creates a secret for an authenticator app, to be confirmed; null if one is already confirmed. */
export async function beginSecondFactor(tx: Tx, actor: Actor, secret: Buffer) {
  await prepareSecondFactor(tx, secret, actor.accountId!);
  return pendingSecondFactor(tx, secret, actor.accountId!);
}

/** Counts code attempts as at sign-in, but separately, so that strangers cannot block a signed-in user. */
export async function countCode({ database }: AuthServices, actor: Actor): Promise<void> {
  refuseBlocked(await database.anonymous((tx) => countGuess(tx, codeKey(actor.accountId!, 'here'))));
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
    throw new Refused(
      'current',
      'Your institution requires two-step verification. To set it up on another phone, ask your ICT administrator.',
    );
}

/** Signs out one of the user's own devices. */
export async function endOwnSession(tx: Tx, actor: Actor, sessionId: number): Promise<void> {
  const [row] = await tx
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, actor.accountId!), isNull(sessions.endedAt)));
  if (!row) throw new NotFound('session');
  await endSession(tx, row.tokenHash);
  await recordSelf(tx, actor, 'accounts.endSession', 'signed out another device');
}

export async function endOtherSessions(tx: Tx, actor: Actor): Promise<number> {
  const ended = await endSessions(tx, actor.accountId!, actor.sessionId!);
  if (ended)
    await recordSelf(
      tx,
      actor,
      'accounts.endSession',
      `signed out ${ended === 1 ? '1 other device' : `${ended} other devices`}`,
    );
  return ended;
}

/** The user's open sessions, most recently used first. */
export const ownSessions = (tx: Tx, actor: Actor) =>
  tx
    .select({
      id: sessions.id,
      device: sql<string>`coalesce(${sessions.device}, 'Unknown device')`,
      address: sessions.address,
      createdAt: sql<string>`to_char(${sessions.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
      lastSeenAt: sql<string>`to_char(${sessions.lastSeenAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
      isThis: sql<boolean>`${sessions.id} = ${actor.sessionId}`,
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, actor.accountId!), sql`akada_session_alive(${sql.raw('sessions')})`))
    .orderBy(sql`${sessions.id} = ${actor.sessionId} desc`, sql`${sessions.lastSeenAt} desc`);
