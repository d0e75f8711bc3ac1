import { z } from 'zod';
import { type Actor, allow, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, query } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { decimal } from '#kernel/money.ts';
import { id, line as text, optionalLine, amount, checkbox } from '#kernel/schemas.ts';
import { dayInBooks } from '#features/money/ledger/day-in-books.ts';
import { post } from '#features/money/ledger/post.ts';
import { bankPostingRules } from '../bank.schema.ts';
import { findOtherAccount, clearing, receiveLine, openAgain, takeBack } from './clear-lines.ts';
import {
  lockLines,
  lockShown,
  lockOpenLine,
  peekLine,
  settleLine,
  type LockedLine,
  refuseMoneyOut,
  refuseNamed,
  refuseTwin,
} from './take-lines.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { today } from '#kernel/dates.ts';
import { requestApproval, Requested } from '#features/records/approvals/request-approval.ts';
import { reverse } from '#features/money/payments/corrections/corrections.ts';
import { countOf } from '#ui/format.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { shareOldestFirst } from '#features/money/payments/settle-pending.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';

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
  const [plain] = await query<{ words: string; narration: string }>(tx)`
    select akada_plain_words(${text}) as words, akada_plain_words(${narration ?? ''}) as narration`;
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
const recordLine = (
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

export const UndoLine = z.object({ reason: text(300, 'The reason') });

export const undoLineApproval = approvalKind({
  kind: 'payments.undoLine',
  label: 'Bank line',
  permission: 'payments.approve',
  payload: UndoLine.extend({ lineId: z.number() }),
  async act(tx, asker, { lineId, reason }) {
    await undoLine(tx, asker, lineId, { reason }, { isApproved: true });
    return { message: 'The line is open again.' };
  },
  details: (_reader, { reason }) => [['Reason', reason]],
});

/**
 * Undoes what a line became: it is open again. What it posted is reversed; that changes what a student paid or what the
 * school earned, so a second person agrees. A line that only showed recorded payments is freed at once.
 */
export async function undoLine(
  tx: Tx,
  actor: Actor,
  lineId: number,
  { reason }: z.infer<typeof UndoLine>,
  { isApproved = false } = {},
): Promise<string | Requested> {
  const { institutionId, state, paymentId } = await peekLine(tx, actor, lineId);
  if (state === 'received' || state === 'suspense') {
    const done = await reverse(tx, actor, paymentId!, { reason });
    return done instanceof Requested ? done : 'The line is open again.';
  }
  if (state === 'posted') allow(actor, 'payments.reverse', institutionId);
  await lockShown(tx, institutionId, lineId);
  const [line] = await lockLines(tx, institutionId, [lineId]);
  if (line!.state !== state || (state !== 'matched' && state !== 'posted'))
    throw new Conflict('There is no longer anything to undo. Reload the page.');
  const amount = decimal(line!.amount);
  if (state === 'posted' && !isApproved)
    return requestApproval(tx, actor, undoLineApproval, {
      institutionId,
      subject: { type: 'bankLine', id: lineId },
      payload: { lineId, reason },
      summary: `undo the posting of a line of ${amount} of a bank statement`,
    });
  await takeBack(tx, actor, line!, today(membershipIn(actor, institutionId)!.timeZone));
  await recordLine(tx, actor, line!, 'payments.undoLine', `undid a line of ${amount}`, reason);
  return 'The line is open again.';
}

const mostShares = 30;

export const SplitLine = z.object({
  // 'shares.0.student_id', 'shares.0.amount' … of a form, or a list. Rows without a student are skipped.
  shares: z.preprocess(
    (value) => (typeof value === 'object' && value !== null ? Object.values(value) : []).filter(isFilled),
    z
      .array(z.object({ student_id: id, amount: amount() }))
      .min(1, 'Choose a student.')
      .max(mostShares),
  ),
  /** Confirmed: not the payment that looks the same. */
  again: checkbox,
});

/** Records a line as one payment for several students, as a person split it. Each part pays the oldest dues first. */
export async function splitLine(
  tx: Tx,
  actor: Actor,
  lineId: number,
  { shares: wanted, again }: z.infer<typeof SplitLine>,
): Promise<string> {
  const { institutionId } = await peekLine(tx, actor, lineId);
  const studentIds = wanted.map(({ student_id }) => student_id);
  if (new Set(studentIds).size < studentIds.length)
    throw new ValidationError('shares', 'A student is listed twice. Put both amounts in one row.');
  const students = await lockStudents(tx, actor, studentIds);
  if (students.some((student) => student.institutionId !== institutionId))
    throw new ValidationError(
      'shares',
      'A student is in another institution. Choose students from the bank account’s school.',
    );
  const open = await lockOpenInvoices(tx, institutionId, studentIds);
  const line = await lockOpenLine(tx, institutionId, lineId);
  refuseMoneyOut(line);
  const sum = wanted.reduce((all, share) => all + share.amount, 0);
  if (sum !== line.amount)
    throw new ValidationError(
      'shares',
      `The amounts are ${decimal(sum)} in all, but the line is ${decimal(line.amount)}.`,
    );
  await refuseNamed(tx, institutionId, line, studentIds, again);
  if (!again) await refuseTwin(tx, institutionId, line, studentIds);
  const day = (await dayInBooks(tx, institutionId))(line.day);
  const shares = wanted.map((share) => shareOldestFirst(share.student_id, share.amount, open));
  const { id: made, receipt } = await receiveLine(tx, actor, line, shares, day);
  const name = receiptNumber(receipt!);
  await record(tx, actor, 'payments.splitLine', {
    institutionId,
    subject: { type: 'payment', id: made },
    summary: `recorded ${name} of ${decimal(line.amount)} from a bank statement for ${countOf(wanted.length, 'student')}`,
    details: { line: lineId, students: studentIds },
  });
  return `${name} recorded for ${countOf(wanted.length, 'student')}.`;
}

const isFilled = (row: unknown) =>
  typeof row === 'object' && row !== null && 'student_id' in row && row.student_id !== '';
