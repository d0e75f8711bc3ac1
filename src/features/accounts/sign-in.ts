import { and, eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import type { Services } from '#web/routes.ts';
import { accounts, credentials } from './accounts.schema.ts';
import { identifierOf } from './identifiers.ts';
import { keyedHash } from './keys.ts';
import { knownDevice } from './known-devices.ts';
import { openSession, recordOwn, type Visit } from './open-session.ts';
import { isPassword } from './passwords.ts';
import { openStep, secondFactorOf } from './second-step.ts';
import { tellNewDevice } from './tell-account.ts';
import { countGuess, countName, forgetName, forgive, refuseShut } from './throttle.ts';

export type House = Pick<Services, 'database' | 'secret'>;

export const SignIn = z.object({
  identifier: line(200, 'Your username, e-mail or phone'),
  password: z
    .string({ error: 'Your password is required.' })
    .min(1, 'Your password is required.')
    .max(500, 'That is too long for a password.'),
  next: z.string().max(2000).optional(),
});

/** A session, or first a step with the second factor: to give its code, or to set it up. */
export type SignedIn = { session: string; accountId: number } | { step: string; needs: 'code' | 'setUp' };

/** Checks who it is. Unknown, wrong, invited and disabled sound the same and take as long. */
export async function signIn(house: House, input: z.infer<typeof SignIn>, visit: Visit): Promise<SignedIn> {
  const identifier = identifierOf(input.identifier);
  // By what was typed: one count for a username and its e-mail would tell that both are somebody's.
  const name = throttleKey(house.secret, identifier);
  const { wait, account, device } = await house.database.anonymous(async (tx) => {
    const found = await findAccount(tx, identifier);
    const known = knownDevice(house.secret, visit.devices, found?.id ?? 0);
    if (known) return { wait: await countGuess(tx, deviceKey(known)), account: found, device: known };
    const there = await countName(tx, visit.address, name);
    return { wait: there || (await countGuess(tx, `sign-in:${name}`)), account: found, device: null };
  });
  refuseShut(wait);
  const isRight = await isPassword(account?.passwordHash, input.password);
  if (!account || !isRight || account.disabledAt) {
    throw new Refused('identifier', 'The username or the password is not right.');
  }
  return house.database.anonymous(async (tx) => {
    if (device) await forgive(tx, { forget: [deviceKey(device)] });
    else await forgive(tx, { giveBack: await forgetName(tx, visit.address, name), forget: [`sign-in:${name}`] });
    return goOn(tx, house.secret, account, visit);
  });
}

const deviceKey = (device: string) => `sign-in device:${device}`;

/** Hashed: what people type here by mistake is sometimes their password. */
export const throttleKey = (secret: Buffer, { name, phone }: ReturnType<typeof identifierOf>) =>
  keyedHash(secret, 'throttle', phone ?? name).toString('base64url');

async function goOn(tx: Tx, secret: Buffer, account: { id: number; name: string }, visit: Visit): Promise<SignedIn> {
  const factor = await secondFactorOf(tx, account.id);
  if (factor !== 'none') return openStep(tx, secret, account.id, factor);
  await recordOwn(tx, account, visit, 'accounts.signIn', 'signed in');
  await tellNewDevice(tx, account.id, visit);
  return { session: await openSession(tx, account.id, visit), accountId: account.id };
}

/** The account that the identifier names: its username before somebody's e-mail or phone. */
export async function findAccount(tx: Tx, { name, phone }: ReturnType<typeof identifierOf>) {
  const [account] = await tx
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
        phone ? and(eq(accounts.phone, phone), accounts.signsInByPhone) : undefined,
      ),
    )
    .orderBy(sql`(${accounts.username} = ${name}) desc`, accounts.id)
    .limit(1);
  return account;
}
