import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { decimal } from '#kernel/money.ts';
import { id, line as text, optionalLine } from '#kernel/schemas.ts';
import { dayInBooks } from '#features/money/ledger/day-in-books.ts';
import { post } from '#features/money/ledger/post.ts';
import { bankPostingRules } from '../bank.schema.ts';
import { clearing } from './clear-lines.ts';
import { findOtherAccount } from './other-accounts.ts';
import { openAgain } from './open-again.ts';
import { lockLines, lockOpenLine, peekLine, settleLine, type LockedLine } from './take-lines.ts';

const remark = text(300, 'The remark');
export const IgnoreLine = z.object({ remark });
export const PostLine = z.object({
  remark,
  ledger_account_id: id,
  /** Words of the narration for which the account is proposed from now on. */
  remember: optionalLine(80, 'The words to remember'),
});

/** Sets a line aside that is no fee, such as a transfer between own accounts. */
export async function ignoreLine(tx: Tx, actor: Actor, lineId: number, input: z.infer<typeof IgnoreLine>) {
  const { institutionId } = await peekLine(tx, actor, lineId);
  const line = await lockOpenLine(tx, institutionId, lineId);
  await settleLine(tx, actor, line, { state: 'ignored', remark: input.remark });
  await recordLine(tx, actor, line, 'payments.ignoreLine', `ignored a line of ${decimal(line.amount)}`, input.remark);
}

/** Posts a line that is no fee, such as a bank charge or interest, to an account. */
export async function postLine(tx: Tx, actor: Actor, lineId: number, input: z.infer<typeof PostLine>) {
  const { institutionId } = await peekLine(tx, actor, lineId);
  const line = await lockOpenLine(tx, institutionId, lineId);
  const account = await findOtherAccount(tx, line, input.ledger_account_id);
  const day = (await dayInBooks(tx, institutionId))(line.day);
  const description = line.amount < 0 ? 'Paid by the bank account' : 'Received in the bank account';
  await post(tx, actor, institutionId, [clearing(line, account.id, { day, description })]);
  await settleLine(tx, actor, line, { state: 'posted', remark: input.remark, postingAccountId: account.id });
  const words = input.remember === null ? null : await rememberAccount(tx, line, input.remember, account.id);
  const what = `posted a line of ${decimal(line.amount)} to ${account.name}${words ? `, remembered for “${words}”,` : ''}`;
  await recordLine(tx, actor, line, 'payments.postLine', what, input.remark);
  return account.name;
}

/** Remembers the account for money out with some words of the narration. Returns them as they are compared. */
async function rememberAccount(
  tx: Tx,
  { institutionId, amount, narration }: LockedLine,
  text: string,
  accountId: number,
) {
  const [plain] = await query<{ words: string; narration: string }>(
    tx,
    sql`select akada_plain_words(${text}) as words, akada_plain_words(${narration ?? ''}) as narration`,
  );
  const { words } = plain!;
  if (amount > 0) throw new ValidationError('remember', 'Only money out is remembered. Leave this field empty.');
  if (words.length < 4 || !` ${plain!.narration} `.includes(` ${words} `))
    throw new ValidationError(
      'remember',
      'Enter whole words of this line’s narration, at least 4 letters, such as SMS ALERT.',
    );
  await tx
    .insert(bankPostingRules)
    .values({ institutionId, words, ledgerAccountId: accountId })
    .onConflictDoUpdate({
      target: [bankPostingRules.institutionId, bankPostingRules.words],
      set: { ledgerAccountId: accountId },
    });
  return words;
}

/** Undoes ignoring: the line is open again, with a proposal if there is one. */
export async function reopenLine(tx: Tx, actor: Actor, lineId: number) {
  const { institutionId } = await peekLine(tx, actor, lineId);
  const [line] = await lockLines(tx, institutionId, [lineId]);
  if (line!.state !== 'ignored') throw new Conflict('Only an ignored line can be reopened. Reload the page.');
  await openAgain(tx, line!);
  await recordLine(tx, actor, line!, 'payments.reopenLine', `reopened a line of ${decimal(line!.amount)}`, null);
}

/** Logs an action on a line that is no payment. */
export const recordLine = (
  tx: Tx,
  actor: Actor,
  { institutionId, id: lineId }: { institutionId: number; id: number },
  action: string,
  what: string,
  why: string | null,
) =>
  record(tx, actor, action, {
    institutionId,
    subject: { type: 'bankLine', id: lineId },
    summary: `${what} of a bank statement`,
    ...(why && { details: { remark: why } }),
  });
