import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { outbox } from '#kernel/tables.ts';
import { oneTimeTokens } from './accounts.schema.ts';
import { closeKeys, type KeyKind } from './close-keys.ts';
import { keyedHash, newDigits } from './keys.ts';
import { enterInstitutionsOf } from './open-session.ts';

export const resetMinutes = 15;
const tries = 5;

const resetHash = (secret: Buffer, accountId: number, code: string) =>
  keyedHash(secret, 'reset', `${accountId}:${code}`);
const isReset = (accountId: number) => and(eq(oneTimeTokens.accountId, accountId), eq(oneTimeTokens.kind, 'reset'));

/** A code of eight digits for a new password; the one before no longer works. */
export async function makeResetCode(tx: Tx, secret: Buffer, accountId: number): Promise<string> {
  const code = newDigits();
  await closeKeys(tx, accountId, 'replaced', ['reset']);
  await tx.insert(oneTimeTokens).values({
    tokenHash: resetHash(secret, accountId, code),
    kind: 'reset',
    accountId,
    expiresAt: sql`now() + make_interval(mins => ${resetMinutes})`,
  });
  return code;
}

/** Counts the try, then says whether it was right. The caller commits in either case. */
export async function tryResetCode(tx: Tx, secret: Buffer, accountId: number, code: string): Promise<boolean> {
  const typed = resetHash(secret, accountId, code.replace(/\D/g, ''));
  const [open] = await tx
    .update(oneTimeTokens)
    .set({ attempts: sql`${oneTimeTokens.attempts} + 1` })
    .where(
      and(
        isReset(accountId),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, sql`now()`),
        lt(oneTimeTokens.attempts, tries),
      ),
    )
    .returning({ tokenHash: oneTimeTokens.tokenHash });
  return typed.equals(open?.tokenHash ?? Buffer.alloc(typed.length));
}

/** Takes a code that was right; false when somebody else has just taken it. */
export async function useResetCode(tx: Tx, secret: Buffer, accountId: number, code: string): Promise<boolean> {
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
  keyKind: KeyKind;
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
