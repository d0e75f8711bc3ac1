import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { accounts, credentials } from '#kernel/identity.schema.ts';
import { oneTimeTokens } from '../accounts.schema.ts';
import { knownDevice } from './known-devices.ts';
import { hashOf, newToken } from '../keys.ts';
import { openSession, recordOwn, type Person, type Visit, type AuthServices } from './open-session.ts';
import { confirmSecondFactor, prepareSecondFactor, consumeCode, consumeRecoveryCode } from './second-factor.ts';
import { notifyOfNewDevice } from '../notify-account.ts';
import { countGuess, clearFailures, refuseBlocked } from './throttle.ts';

/** A session, or a second-factor step first: entering the code or setting it up. */
export type SignedIn = { session: string; accountId: number } | { step: string; needs: 'code' | 'setUp' };

export const stepMinutes = 10;

const triesAStep = 5;

export const GiveCode = z.object({
  code: z.string({ error: 'The code is required.' }).trim().min(1, 'The code is required.').max(40),
  next: z.string().max(2000).optional(),
});

/** A short-lived token that proves the password was correct. */
export async function openStep(tx: Tx, secret: Buffer, accountId: number, needs: 'code' | 'setUp'): Promise<SignedIn> {
  if (needs === 'setUp') await prepareSecondFactor(tx, secret, accountId);
  const step = newToken();
  await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.accountId, accountId), eq(oneTimeTokens.kind, 'second_step')));
  await tx.insert(oneTimeTokens).values({
    tokenHash: hashOf(step),
    kind: 'second_step',
    accountId,
    expiresAt: sql`now() + make_interval(mins => ${stepMinutes})`,
  });
  return { step, needs };
}

const isOpen = (step: string) =>
  and(
    eq(oneTimeTokens.tokenHash, hashOf(step)),
    eq(oneTimeTokens.kind, 'second_step'),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, sql`now()`),
    lt(oneTimeTokens.attempts, triesAStep),
  );

/** The person between password and code; null if the step has expired. */
export async function personAt(tx: Tx, step: string): Promise<(Person & { needs: 'code' | 'setUp' }) | null> {
  const [row] = await tx
    .select({ id: accounts.id, name: accounts.name, confirmedAt: credentials.totpConfirmedAt })
    .from(oneTimeTokens)
    .innerJoin(accounts, eq(accounts.id, oneTimeTokens.accountId))
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(and(isOpen(step), isNull(accounts.disabledAt)));
  return row ? { id: row.id, name: row.name, needs: row.confirmedAt ? 'code' : 'setUp' } : null;
}

/** Completes the step with a code from the app or a recovery code. Null if the step has expired. */
export async function giveCode(
  services: AuthServices,
  step: string,
  code: string,
  visit: Visit,
): Promise<{ session: string; accountId: number; codes?: string[] } | null> {
  const tried = await services.database.anonymous(async (tx) => {
    const person = await personAt(tx, step);
    if (!person) return null;
    await tx
      .update(oneTimeTokens)
      .set({ attempts: sql`${oneTimeTokens.attempts} + 1` })
      .where(isOpen(step));
    // Steps can be restarted with the password, so attempts are counted across all of them.
    return {
      person,
      wait: await countGuess(tx, codeKey(person.id, knownDevice(services.secret, visit.devices, person.id))),
    };
  });
  if (!tried) return null;
  refuseBlocked(tried.wait);
  return services.database.anonymous((tx) => finish(tx, services.secret, tried.person, step, code, visit));
}

/** A known device is counted separately, so that someone who only has the password cannot lock out the owner. */
export const codeKey = (accountId: number, device: string | null = null) =>
  `code:${accountId}${device ? `:${device}` : ''}`;

export const wrongCode = () =>
  new ValidationError('code', 'Incorrect code. Wait for the app to show the next one, then enter it.');

async function finish(
  tx: Tx,
  secret: Buffer,
  person: NonNullable<Awaited<ReturnType<typeof personAt>>>,
  step: string,
  typed: string,
  visit: Visit,
) {
  const { id } = person;
  const code = typed.replace(/\s/g, '');
  let codes: string[] | undefined;
  let summary = 'signed in with two-step verification';
  if (person.needs === 'setUp') {
    codes = (await confirmSecondFactor(tx, secret, id, code)) ?? undefined;
    if (!codes) throw wrongCode();
    summary = 'turned on two-step verification and signed in';
  } else if (!(await consumeCode(tx, secret, id, code))) {
    if (!(await consumeRecoveryCode(tx, secret, id, code))) throw wrongCode();
    summary = 'signed in with a recovery code';
  }
  const used = await tx
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(oneTimeTokens.tokenHash, hashOf(step)), isNull(oneTimeTokens.usedAt)));
  if (used.rowCount !== 1) throw wrongCode();
  await clearFailures(tx, [codeKey(id, knownDevice(secret, visit.devices, id))]);
  await recordOwn(tx, person, visit, 'accounts.signIn', summary);
  await notifyOfNewDevice(tx, id, visit);
  return { session: await openSession(tx, id, visit), accountId: id, codes };
}
