import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import type { Services } from '#web/routes.ts';
import { accounts, credentials } from './accounts.schema.ts';
import { countedAs, readIdentifier, type Identifier } from './identifiers.ts';
import { keyedHash } from './keys.ts';
import { knownDevice } from './known-devices.ts';
import { openSession, recordOwn, type Visit } from './open-session.ts';
import { isPassword } from './passwords.ts';
import { openStep, secondFactorOf } from './second-step.ts';
import { notifyOfNewDevice } from './notify-account.ts';
import { countGuess, countName, forgetName, clearFailures, refuseBlocked } from './throttle.ts';

export type AuthServices = Pick<Services, 'database' | 'secret'>;

export const SignIn = z.object({
  identifier: line(200, 'Your username, e-mail or phone'),
  password: z
    .string({ error: 'Your password is required.' })
    .min(1, 'Your password is required.')
    .max(500, 'Use at most 500 characters.'),
  next: z.string().max(2000).optional(),
});

/** A session, or a second-factor step first: entering the code or setting it up. */
export type SignedIn = { session: string; accountId: number } | { step: string; needs: 'code' | 'setUp' };

/** Checks username and password. Unknown, wrong, invited and disabled accounts get the same answer in the same time. */
export async function signIn(services: AuthServices, input: z.infer<typeof SignIn>, visit: Visit): Promise<SignedIn> {
  const { wait, account, device, names } = await services.database.anonymous(async (tx) => {
    const identifier = await readIdentifier(tx, input.identifier);
    // Counted by the typed text: a shared count for username and e-mail would reveal that they belong together.
    const typed = throttleKeys(services.secret, identifier);
    const found = await findAccount(tx, identifier);
    const known = knownDevice(services.secret, visit.devices, found?.id ?? 0);
    const rest = { account: found, device: known, names: typed };
    if (known) return { ...rest, wait: await countGuess(tx, deviceKey(known)) };
    let blocked = await countName(tx, visit.address, typed[0]!);
    if (!blocked) for (const key of typed) blocked = Math.max(blocked, await countGuess(tx, `sign-in:${key}`));
    return { ...rest, wait: blocked };
  });
  refuseBlocked(wait);
  const isRight = await isPassword(account?.passwordHash, input.password);
  if (!account || !isRight || account.disabledAt) {
    // Depends only on the typed text, so that it reveals nothing about accounts.
    const hint = names.length > 1 ? ' Enter your phone number with its country code, such as +234 803 123 4567.' : '';
    throw new Refused('identifier', `Incorrect username or password.${hint}`);
  }
  return services.database.anonymous(async (tx) => {
    if (device) await clearFailures(tx, { forget: [deviceKey(device)] });
    else
      await clearFailures(tx, {
        giveBack: await forgetName(tx, visit.address, names[0]!),
        forget: names.map((name) => `sign-in:${name}`),
      });
    return completeSignIn(tx, services.secret, account, visit);
  });
}

const deviceKey = (device: string) => `sign-in device:${device}`;

/** Hashed, because people sometimes type their password here by mistake. */
export const throttleKeys = (secret: Buffer, identifier: Identifier) =>
  countedAs(identifier)
    .map((text) => keyedHash(secret, 'throttle', text).toString('base64url'))
    .toSorted();

async function completeSignIn(
  tx: Tx,
  secret: Buffer,
  account: { id: number; name: string },
  visit: Visit,
): Promise<SignedIn> {
  const factor = await secondFactorOf(tx, account.id);
  if (factor !== 'none') return openStep(tx, secret, account.id, factor);
  await recordOwn(tx, account, visit, 'accounts.signIn', 'signed in');
  await notifyOfNewDevice(tx, account.id, visit);
  return { session: await openSession(tx, account.id, visit), accountId: account.id };
}

/**
 * The account of an identifier; a username takes precedence over e-mail and phone. A local phone number that matches
 * accounts in two countries finds none.
 */
export async function findAccount(tx: Tx, { name, phones }: Identifier) {
  const [account, other] = await tx
    .select({
      id: accounts.id,
      name: accounts.name,
      username: accounts.username,
      email: accounts.email,
      phone: accounts.phone,
      disabledAt: accounts.disabledAt,
      passwordHash: credentials.passwordHash,
    })
    .from(accounts)
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(
      or(
        eq(accounts.username, name),
        and(eq(accounts.email, name), accounts.signsInByEmail),
        phones.length > 0 ? and(inArray(accounts.phone, phones), accounts.signsInByPhone) : undefined,
      ),
    )
    .orderBy(sql`(${accounts.username} = ${name}) desc`, accounts.id)
    .limit(2);
  return other && phones.length > 1 ? undefined : account;
}
