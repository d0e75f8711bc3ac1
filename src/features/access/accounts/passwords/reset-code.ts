import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { render, type Tx, query } from '#kernel/database.ts';
import { queueMessages, reachable } from '#kernel/messages/queue.ts';
import { queueForVisitor } from '#kernel/messages/visitor-messages.ts';
import { oneTimeTokens } from '../accounts.schema.ts';
import { revokeTokens, type TokenKind } from './revoke-tokens.ts';
import { newDigits, inGroups } from '../codes.ts';
import { keyedHash, keyFor } from '#kernel/secrets/keys.ts';
import { enterInstitutionsOf } from '../sign-in/open-session.ts';
import { accountName } from '#kernel/account-name.ts';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { ValidationError } from '#kernel/errors.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { isSignInProtected } from '../invitations/linked-records.ts';
import { approvingInstitution } from '../roles/protected-roles.ts';
import { recordAccountChange, changedContactsRecently, lockManaged } from '../own-access.ts';
import { notifyAndMessage } from '../notify-account.ts';

export const resetMinutes = 15;

/*
 * Wrong attempts do not invalidate a code: otherwise strangers could stop its owner from using it. Instead, codes are
 * long. Of 10^12 codes at most 40,000 can be tried while one is valid (`triesAName` per 15 minutes, and a code can span
 * two such windows). Strangers can have at most 40 codes made for one name on the first day and 24 on later days
 * (`countGuess`). That is a chance of 40 × 40,000 / 10^12, one in 600,000 on the first day. Six of them are sent
 * (`queueForVisitor`).
 */

/** Attempts for one name per 15 minutes, from anywhere. Exceeding it blocks unknown devices only. */
export const triesAName = 20_000;
export const triesAnAddress = 300;
export const triesADevice = 50;
export const triesMinutes = 15;

const resetHash = (secret: Buffer, accountId: number, code: string) =>
  keyedHash(keyFor(secret, 'akada:reset'), `${accountId}:${code}`);
const isReset = (accountId: number) => and(eq(oneTimeTokens.accountId, accountId), eq(oneTimeTokens.kind, 'reset'));

/**
 * Creates a twelve-digit reset code. Codes requested by visitors keep earlier ones valid: otherwise strangers could
 * invalidate the owner's code by requesting another.
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

/** Whether the code is valid. The caller has counted the attempt. */
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

/** Marks a valid code as used; false if it was just used elsewhere. */
export async function consumeResetCode(tx: Tx, secret: Buffer, accountId: number, code: string): Promise<boolean> {
  const tokenHash = resetHash(secret, accountId, code.replace(/\D/g, ''));
  const used = await tx
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(and(isReset(accountId), eq(oneTimeTokens.tokenHash, tokenHash), isNull(oneTimeTokens.usedAt)));
  return used.rowCount === 1;
}

/** The institution whose outbox holds messages to the account: its home, or else its first. */
async function homeOf(tx: Tx, accountId: number): Promise<number | undefined> {
  const [first] = await enterInstitutionsOf(tx, accountId);
  const rows = await query<{ id: number | null }>(tx, render)`select akada_home_of(${accountId}) as id`;
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
  /** The kind of link or code in the body. */
  keyKind: TokenKind;
  isUrgent?: boolean;
}

/** Queues a message to the person; does nothing without contacts or an institution. */
export async function sendTo(tx: Tx, account: Reachable, message: Message, institutionId?: number): Promise<void> {
  const to = reachable(account);
  const from = institutionId ?? (await homeOf(tx, account.id));
  if (!to || from === undefined) return;
  await queueMessages(tx, from, [{ ...to, ...message, accountId: account.id, event: `accounts.${message.keyKind}` }]);
}

/** Sends a code that somebody asked for before signing in: within the limits of what a visitor can cause, or nothing. */
export async function sendResetCode(
  tx: Tx,
  account: Reachable,
  { isKnownDevice, ...message }: Omit<Message, 'keyKind' | 'isUrgent'> & { isKnownDevice: boolean },
): Promise<void> {
  const to = reachable(account);
  const from = await homeOf(tx, account.id);
  if (!to || from === undefined) return;
  await queueForVisitor(tx, from, {
    ...to,
    ...message,
    event: 'accounts.reset',
    keyKind: 'reset',
    accountId: account.id,
    isKnownDevice,
  });
}

/** The code is shown to the person who approves, so neither of the two can take over the account alone. */
export const resetCodeApproval = approvalKind({
  kind: 'accounts.resetCode',
  label: 'Password',
  permission: 'accounts.edit',
  payload: z.object({ accountId: z.number() }),
  async act(tx, asker, { accountId }, { services }) {
    const { name, username, code } = await makeCode(tx, asker, services.secret, accountId);
    return {
      secret: {
        title: `Reset code for ${name}`,
        note: `Give it to ${name} in person. It works for ${resetMinutes} minutes at /reset-password, with the username ${username}.`,
        text: inGroups(code),
      },
    };
  },
});

/**
 * Creates a code for a user who forgot their password. If the account has access that the administrator doesn't have, a
 * second person must approve.
 */
export async function createResetCode(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  accountId: number,
): Promise<string | Requested> {
  const account = await lockForCode(tx, actor, accountId);
  if ((await isSignInProtected(tx, actor, account)) || (await changedContactsRecently(tx, actor, account)))
    return requestApproval(tx, actor, resetCodeApproval, {
      institutionId: approvingInstitution(actor, account),
      subject: { type: 'account', id: accountId },
      payload: { accountId },
      summary: `reset the password of ${account.name}`,
    });
  return (await makeCode(tx, actor, secret, accountId)).code;
}

async function lockForCode(tx: Tx, actor: Actor, accountId: number) {
  const account = await lockManaged(tx, actor, accountId);
  if (account.disabledAt) throw new ValidationError('form', `${account.name}’s account is disabled. Enable it first.`);
  if (!account.hasPassword)
    throw new ValidationError('form', `${account.name} has no password yet. Send a new invitation instead.`);
  return account;
}

async function makeCode(tx: Tx, actor: Actor, secret: Buffer, accountId: number) {
  const account = await lockForCode(tx, actor, accountId);
  await recordAccountChange(tx, actor, account, 'accounts.giveResetCode', `created a reset code for ${account.name}`);
  const code = await makeResetCode(tx, secret, account.id, { replaces: true });
  if (accountId !== actor.accountId)
    await notifyAndMessage(tx, account, approvingInstitution(actor, account), {
      what: 'password',
      title: 'A code to reset your Akada password was created',
      body: `By ${accountName(actor)}. If you did not request it, tell your school immediately.`,
    });
  return { ...account, code };
}
