import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { outbox } from '#kernel/tables.ts';
import { oneTimeTokens } from './accounts.schema.ts';
import { revokeTokens, type TokenKind } from './revoke-tokens.ts';
import { keyedHash, newDigits } from './keys.ts';
import { enterInstitutionsOf } from './open-session.ts';

export const resetMinutes = 15;

/*
 * No wrong try burns a code: a stranger could keep its owner from ever using one. It is long enough instead. Of 10^12
 * codes at most 40,000 are tried while one works (`triesAName` in each quarter of an hour, and a code may see two). For
 * one name strangers have some 40 codes sent on the first day and 24 on every other (`countGuess`): all together a
 * chance of 40 × 40,000 / 10^12, one in 600,000 on the first day, and the person has got as many messages by then.
 */

/** From wherever, at one name, in a quarter of an hour. Whoever makes so many shuts out unknown devices alone. */
export const triesAName = 20_000;
export const triesAnAddress = 300;
export const triesADevice = 50;
export const triesMinutes = 15;

const resetHash = (secret: Buffer, accountId: number, code: string) =>
  keyedHash(secret, 'reset', `${accountId}:${code}`);
const isReset = (accountId: number) => and(eq(oneTimeTokens.accountId, accountId), eq(oneTimeTokens.kind, 'reset'));

/**
 * A code of twelve digits for a new password. One that a visitor asked for leaves those before: otherwise a stranger
 * who asks again takes the code out of its owner's hands.
 */
export async function makeResetCode(
  tx: Tx,
  secret: Buffer,
  accountId: number,
  { replaces }: { replaces: boolean },
): Promise<string> {
  const code = newDigits();
  if (replaces) await revokeTokens(tx, accountId, 'replaced', ['reset']);
  await tx.insert(oneTimeTokens).values({
    tokenHash: resetHash(secret, accountId, code),
    kind: 'reset',
    accountId,
    expiresAt: sql`now() + make_interval(mins => ${resetMinutes})`,
  });
  return code;
}

/** Whether the code works. The caller has counted the try. */
export async function isResetCode(tx: Tx, secret: Buffer, accountId: number, code: string): Promise<boolean> {
  const tokenHash = resetHash(secret, accountId, code.replace(/\D/g, ''));
  const [open] = await tx
    .select({ id: oneTimeTokens.accountId })
    .from(oneTimeTokens)
    .where(
      and(
        isReset(accountId),
        eq(oneTimeTokens.tokenHash, tokenHash),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, sql`now()`),
      ),
    );
  return open !== undefined;
}

/** Takes a code that was right; false when somebody else has just taken it. */
export async function consumeResetCode(tx: Tx, secret: Buffer, accountId: number, code: string): Promise<boolean> {
  const tokenHash = resetHash(secret, accountId, code.replace(/\D/g, ''));
  const used = await tx
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(and(isReset(accountId), eq(oneTimeTokens.tokenHash, tokenHash), isNull(oneTimeTokens.usedAt)));
  return used.rowCount === 1;
}

/** Where a message to an account is filed: its home institution reads it, or else the first of its institutions. */
async function homeOf(tx: Tx, accountId: number): Promise<number | undefined> {
  const [first] = await enterInstitutionsOf(tx, accountId);
  const { rows } = await tx.execute<{ id: number | null }>(sql`select akada_home_of(${accountId}) as id`);
  return rows[0]!.id ?? first;
}

interface Reachable {
  id: number;
  email: string | null;
  phone: string | null;
}

interface Message {
  subject: string;
  body: string;
  /** What in the body opens the account's sign-in. */
  keyKind: TokenKind;
}

/** A message to the person; without e-mail, phone or institution there is nobody to send it. */
export async function sendTo(tx: Tx, account: Reachable, message: Message, institutionId?: number): Promise<void> {
  const recipient = account.email ?? account.phone;
  const from = institutionId ?? (await homeOf(tx, account.id));
  if (!recipient || from === undefined) return;
  await tx.insert(outbox).values({
    ...{ institutionId: from, accountId: account.id, channel: account.email ? 'email' : 'sms', recipient },
    ...message,
  });
}
