import { sql, and, eq, inArray, or } from 'drizzle-orm';
import { z } from 'zod';
import { type Tx, render, query, pick } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { accounts, credentials } from '#kernel/identity.schema.ts';
import { line } from '#kernel/schemas.ts';
import type { RoleRights } from '../accounts.policy.ts';
import { keyedHash, keyFor } from '#kernel/secrets/keys.ts';
import { enterInstitutions, openSession, recordOwn, type Visit, type AuthServices } from './open-session.ts';
import { isPassword } from '../passwords/passwords.ts';
import { openStep, type SignedIn, knownDevice } from './second-step.ts';
import { isFactorRequired } from './second-factor.ts';
import { notifyOfDevice } from '../notify-account.ts';
import * as throttle from './throttle.ts';
import type { SelectedFields } from 'drizzle-orm/pg-core';
import { readPhone } from '#kernel/phone.ts';

/**
 * The account of an identifier; a username takes precedence over e-mail and phone. A local phone number that matches
 * accounts in two countries finds none.
 */
export async function findAccount<More extends SelectedFields = Record<never, never>>(
  tx: Tx,
  { name, phones }: Identifier,
  more = {} as More,
) {
  const [account, other] = await tx
    .select({
      ...more,
      ...pick(accounts, 'id', 'name', 'username', 'email', 'phone', 'disabledAt'),
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

/** The typed username, e-mail or phone, in the forms accounts are found by. */
export interface Identifier {
  name: string;
  /** The phone numbers it can mean: a local number is read for each country in use. */
  phones: string[];
}

const isInternational = /^\+[1-9]\d{6,14}$/;

/** Usernames start with a letter, so only phone numbers need the institutions' countries. */
export async function readIdentifier(tx: Tx, text: string): Promise<Identifier> {
  return identifierFrom(text, async () => {
    const rows = await query<{ countries: string[] }>(tx, render)`select akada_countries() as countries`;
    return rows[0]!.countries;
  });
}

export async function identifierFrom(text: string, countries: () => Promise<string[]>): Promise<Identifier> {
  const name = text.trim().toLowerCase();
  const digits = name.replace(/[\s().\-/]/g, '').replace(/^00/, '+');
  if (!/^\+?\d{5,17}$/.test(digits)) return { name, phones: [] };
  if (digits.startsWith('+')) {
    const read = [digits, readPhone(digits, '')].filter((phone) => phone && isInternational.test(phone));
    return { name, phones: [...new Set(read)] as string[] };
  }
  const read = (await countries()).map((country) => readPhone(digits, country)).filter((phone) => phone !== null);
  return { name, phones: [...new Set(read)] };
}

/** The keys to count attempts under: a phone number counts the same however it is written. */
const countedAs = ({ name, phones }: Identifier): string[] => (phones.length > 0 ? phones : [name]);

export const SignIn = z.object({
  identifier: line(200, 'Your username, e-mail or phone'),
  password: z
    .string({ error: 'Your password is required.' })
    .min(1, 'Your password is required.')
    .max(500, 'Use at most 500 characters.'),
  next: z.string().max(2000).optional(),
});

/** Checks username and password. Unknown, wrong, invited and disabled accounts get the same answer in the same time. */
export async function signIn(services: AuthServices, input: z.infer<typeof SignIn>, visit: Visit): Promise<SignedIn> {
  const { wait, account, device, names } = await services.database.anonymous(async (tx) => {
    const identifier = await readIdentifier(tx, input.identifier);
    // Counted by the typed text: a shared count for username and e-mail would reveal that they belong together.
    const typed = throttleKeys(services.secret, identifier);
    // Without a cookie the device is known to nobody, so the count need not wait for the account.
    const pair = visit.devices ? undefined : throttle.countPair(tx, visit.address, typed[0]!);
    const [found] = await Promise.all([findAccount(tx, identifier, signInColumns), pair]);
    const known = knownDevice(services.secret, visit.devices, found?.id ?? 0);
    const rest = { account: found, device: known, names: typed };
    if (known) return { ...rest, wait: await throttle.countGuess(tx, deviceKey(known)) };
    return { ...rest, wait: await countSignIn(tx, visit.address, typed, pair) };
  });
  throttle.refuseBlocked(wait);
  const isRight = await isPassword(account?.passwordHash, input.password);
  if (!account || !isRight || account.disabledAt) {
    // Depends only on the typed text, so that it reveals nothing about accounts.
    const hint = names.length > 1 ? ' Enter your phone number with its country code, such as +234 803 123 4567.' : '';
    throw new ValidationError('identifier', `Incorrect username or password.${hint}`);
  }
  return services.database.anonymous(async (tx) => {
    // All sent together. The throttles are locked first, as in the other ways to sign in.
    const cleared = [
      !device && throttle.forgetName(tx, visit.address, names[0]!),
      throttle.clearFailures(tx, device ? [deviceKey(device)] : names.map((name) => `sign-in:${name}`)),
    ];
    const [signedIn] = await Promise.all([completeSignIn(tx, services.secret, account, visit), ...cleared]);
    return signedIn;
  });
}

/** Counts the attempt at the address, and at each name unless the address is blocked; all in one round trip. */
async function countSignIn(tx: Tx, address: string, names: string[], pair?: Promise<boolean>): Promise<number> {
  const isNew = await (pair ?? throttle.countPair(tx, address, names[0]!));
  const waits = await Promise.all([
    throttle.countName(tx, address, isNew),
    ...names.map((name) =>
      throttle.countGuess(tx, `sign-in:${name}`, throttle.freeGuesses, throttle.isAddressBlocked(address)),
    ),
  ]);
  return Math.max(...waits);
}

const deviceKey = (device: string) => `sign-in device:${device}`;

/** Hashed, because people sometimes type their password here by mistake. */
export const throttleKeys = (secret: Buffer, identifier: Identifier) =>
  countedAs(identifier)
    .map((text) => keyedHash(keyFor(secret, 'akada:throttle'), text).toString('base64url'))
    .toSorted();

async function completeSignIn(tx: Tx, secret: Buffer, account: SigningIn, visit: Visit): Promise<SignedIn> {
  const { id, institutionIds: places } = account;
  if (account.confirmedAt) return openStep(tx, secret, id, 'code');
  if (isFactorRequired(account)) return openStep(tx, secret, id, 'setUp');
  const [, , , session] = await Promise.all([
    enterInstitutions(tx, places),
    recordOwn(tx, account, visit, 'accounts.signIn', 'signed in', places),
    isNewDevice(account, visit) && notifyOfDevice(tx, id, places[0], visit),
    openSession(tx, id, visit),
  ]);
  return { session, accountId: id };
}

/** The columns that decide what follows a correct password. */
const signInColumns = {
  confirmedAt: credentials.totpConfirmedAt,
  isGroupAdministrator: accounts.isGroupAdministrator,
  institutionIds: sql<number[]>`akada_institutions_of(${accounts.id})`,
  strictIds: sql<number[]>`akada_strict_institutions(${accounts.id})`,
  roles: sql<RoleRights[]>`akada_roles_of(${accounts.id})`,
  devices: sql<
    string[]
  >`array(select distinct device from sessions where account_id = ${accounts.id} and device is not null)`,
};

type SigningIn = NonNullable<Awaited<ReturnType<typeof findAccount<typeof signInColumns>>>>;

const isNewDevice = ({ devices }: SigningIn, { device }: Visit) => devices.length > 0 && !devices.includes(device);
