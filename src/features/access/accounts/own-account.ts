import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { credentials, sessions } from '#kernel/identity.schema.ts';
import { endSessions, openSession, type Visit, type AuthServices } from './sign-in/open-session.ts';
import { checkPassword, hashPassword, isPassword } from './passwords/passwords.ts';
import { consumeCode, consumeRecoveryCode } from './sign-in/second-factor.ts';
import { codeKey, GiveCode } from './sign-in/second-step.ts';
import { setPassword } from './passwords/set-password.ts';
import { wasItYou } from './notify-account.ts';
import { countTry, clearFailures, refuseBlocked } from './sign-in/throttle.ts';
import { countCode, hasSecondFactor, recordSelf, notifySelf } from './own-record.ts';
import { wrongCode } from './sign-in/second-step.ts';

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
  if (!(await isPassword(passwordHash, current))) throw new ValidationError('current', 'Incorrect password.');
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
    if (!typed.current) throw new ValidationError('current', 'Your password is required.');
    await confirmPassword(services, actor, typed.current);
    return void (await services.database.anonymous((tx) => markConfirmed(tx, actor)));
  }
  if (!typed.code) throw new ValidationError('code', 'The code is required.');
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

/** The session is not asked again for ten minutes. */
const markConfirmed = (tx: Tx, actor: Actor) =>
  tx
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(and(eq(sessions.id, actor.sessionId!), isNull(sessions.endedAt)));

/** A password that passes the rules, hashed outside of any transaction. */
export function newPasswordHash(actor: Actor, { current, password }: z.infer<typeof ChangePassword>): Promise<string> {
  checkPassword('password', password, actor.username);
  if (password === current)
    throw new ValidationError('password', 'This is your current password. Choose a different one.');
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
