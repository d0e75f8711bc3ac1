import { and, eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import type { Services } from '#web/routes.ts';
import { accounts, credentials } from './accounts.schema.ts';
import { identifierOf } from './identifiers.ts';
import { keyedHash } from './keys.ts';
import { openSession, recordOwn, type Visit } from './open-session.ts';
import { isPassword } from './passwords.ts';
import { openStep, secondFactorOf } from './second-step.ts';
import { tellNewDevice } from './tell-account.ts';
import { countTry, forgive, refuseShut } from './throttle.ts';

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
export type SignedIn = { session: string } | { step: string; needs: 'code' | 'setUp' };

/** Checks who it is. Unknown, wrong, invited and disabled sound the same and take as long. */
export async function signIn(house: House, input: z.infer<typeof SignIn>, visit: Visit): Promise<SignedIn> {
  const identifier = identifierOf(input.identifier);
  const keys = {
    // Hashed: what people type here by mistake is sometimes their password.
    who: `sign-in:${keyedHash(house.secret, 'throttle', identifier.phone ?? identifier.name).toString('base64url')}`,
    where: `sign-in from:${visit.address}`,
  };
  const { wait, account } = await house.database.anonymous(async (tx) => ({
    wait: await countTry(tx, [
      { key: keys.who, tries: 10, minutes: 15 },
      // A whole school may sit behind one address.
      { key: keys.where, tries: 100, minutes: 15 },
    ]),
    account: await findAccount(tx, identifier),
  }));
  refuseShut(wait);
  const isRight = await isPassword(account?.passwordHash, input.password);
  if (!account || !isRight || account.disabledAt) {
    throw new Refused('identifier', 'The username or the password is not right.');
  }
  return house.database.anonymous(async (tx) => {
    await forgive(tx, { forget: [keys.who], giveBack: [keys.where] });
    return goOn(tx, house.secret, account, visit);
  });
}

async function goOn(tx: Tx, secret: Buffer, account: { id: number; name: string }, visit: Visit): Promise<SignedIn> {
  const factor = await secondFactorOf(tx, account.id);
  if (factor !== 'none') return openStep(tx, secret, account.id, factor);
  await recordOwn(tx, account, visit, 'accounts.signIn', 'signed in');
  await tellNewDevice(tx, account.id, visit);
  return { session: await openSession(tx, account.id, visit) };
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
