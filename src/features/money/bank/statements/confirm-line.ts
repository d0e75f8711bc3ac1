import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record, sentence } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { decimal } from '#kernel/money.ts';
import { checkbox, emptyIsNull, id } from '#kernel/schemas.ts';
import { dayInBooks } from '#features/money/ledger/day-in-books.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';
import { lockPayment, paymentName } from '#features/money/payments/receive-payment.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { shareOldestFirst } from '#features/money/payments/settle-pending.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { matchToPayments, receiveLine, findOtherAccount, channelAccount, clearingOf } from './clear-lines.ts';
import { canBeSeen, clearPending, isPendingCheque, lockStudentsOfPending } from '../cheques/pending-cheques.ts';
import {
  lockOpenLine,
  peekLine,
  seenPayments,
  refuseMoneyOut,
  refuseNamed,
  refuseTwin,
  settleLine,
} from './take-lines.ts';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { countOf } from '#ui/format.ts';
import { type Line, post } from '#features/money/ledger/post.ts';
import { payments } from '#features/money/payments/payments.schema.ts';

export const ConfirmLine = z.object({
  /** Another student than the proposed one. */
  student_id: emptyIsNull(id),
  /** Confirmed: not the payment that looks the same. */
  again: checkbox,
});

/** Confirms what is proposed for a line, or records it as a payment of the chosen student. Returns what was done. */
export async function confirmLine(
  tx: Tx,
  actor: Actor,
  lineId: number,
  { student_id: chosen, again }: z.infer<typeof ConfirmLine>,
): Promise<string> {
  const { institutionId, paymentId, studentId } = await peekLine(tx, actor, lineId);
  if (chosen === null && paymentId !== null) return confirmPayment(tx, actor, institutionId, lineId, paymentId);
  const wanted = chosen ?? studentId;
  if (wanted === null) throw new ValidationError('student_id', 'Nothing is proposed for this line. Choose a student.');
  const student = await lockStudent(tx, actor, wanted);
  if (student.institutionId !== institutionId)
    throw new ValidationError(
      'student_id',
      'This student is in another institution. Choose a student from the bank account’s school.',
    );
  const open = await lockOpenInvoices(tx, institutionId, [wanted]);
  const line = await lockOpenLine(tx, institutionId, lineId);
  if (chosen === null && line.studentId !== wanted) throw changed();
  refuseMoneyOut(line);
  await refuseNamed(tx, institutionId, line, [wanted], again);
  if (!again) await refuseTwin(tx, institutionId, line, [wanted]);
  const day = (await dayInBooks(tx, institutionId))(line.day);
  const { id: made, receipt } = await receiveLine(tx, actor, line, [shareOldestFirst(wanted, line.amount, open)], day);
  const name = receiptNumber(receipt!);
  await record(tx, actor, 'payments.receiveLine', {
    institutionId,
    subject: { type: 'payment', id: made },
    summary: sentence`recorded ${name} of ${decimal(line.amount)} from a bank statement for ${{
      of: 'student',
      id: wanted,
      name: `${student.firstName} ${student.surname}`,
    }}`,
    details: { line: lineId },
  });
  return `${name} recorded for ${student.firstName} ${student.surname}.`;
}

async function confirmPayment(tx: Tx, actor: Actor, institutionId: number, lineId: number, paymentId: number) {
  await lockStudentsOfPending(tx, institutionId, [paymentId]);
  const payment = await lockPayment(tx, institutionId, paymentId);
  const line = await lockOpenLine(tx, institutionId, lineId);
  if (line.paymentId !== paymentId || !payment) throw changed();
  const isCheque = isPendingCheque(payment);
  if (!canBeSeen(payment) || payment.amount !== line.amount)
    throw new Conflict(`${paymentName(payment)} has changed in the meantime. Match the statement again.`);
  if ((await seenPayments(tx, institutionId, [paymentId])).size > 0)
    throw new Conflict(`${paymentName(payment)} is already matched to another line.`);
  const day = (await dayInBooks(tx, institutionId))(line.day);
  const seen = await clearPending(tx, actor, [{ line, payment, day }]);
  await matchToPayments(tx, actor, institutionId, seen);
  const name = paymentName(seen[0]!.payment);
  await record(tx, actor, 'payments.matchLine', {
    institutionId,
    subject: { type: 'payment', id: paymentId },
    summary: `${isCheque ? 'cleared a cheque,' : 'matched'} ${name}${isCheque ? ', by' : ' to'} a line of a bank statement`,
    details: { line: lineId },
  });
  return isCheque ? `The cheque is cleared. Its receipt is ${name}.` : `${name} matched.`;
}

/** Records a line that nobody can place as a payment in suspense. */
export async function suspendLine(tx: Tx, actor: Actor, lineId: number): Promise<string> {
  const { institutionId } = await peekLine(tx, actor, lineId);
  allow(actor, 'payments.place', institutionId);
  const line = await lockOpenLine(tx, institutionId, lineId);
  refuseMoneyOut(line);
  await refuseNamed(tx, institutionId, line, [], false);
  await refuseTwin(tx, institutionId, line, []);
  const day = (await dayInBooks(tx, institutionId))(line.day);
  const { id: made, receipt } = await receiveLine(tx, actor, line, [], day);
  const name = receiptNumber(receipt!);
  await record(tx, actor, 'payments.suspendLine', {
    institutionId,
    subject: { type: 'payment', id: made },
    summary: `recorded ${name} of ${decimal(line.amount)} from a bank statement as unidentified`,
    details: { line: lineId },
  });
  return `${name} recorded as unidentified.`;
}

const changed = () => new Conflict('The proposal of this line has changed. Reload the page.');

const most = 300;

export const MatchSeveral = z.object({
  payments: z.preprocess(
    // 'payments.0', 'payments.1' … of a form, or a list.
    (value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : value === undefined ? [] : [value],
    z
      .array(id)
      .min(1, 'Tick the payments that were banked.')
      .max(most)
      .transform((ids) => [...new Set(ids)]),
  ),
  /** Where the difference goes, such as the charge of the bank's terminals. */
  ledger_account_id: emptyIsNull(id),
});

/** A difference above this part of a line is no charge: a payment is missing, or one too many is ticked. */
const largestCharge = 0.1;

/** Matches a line to several recorded payments that were banked in a lump. Returns what was done. */
export async function matchSeveral(tx: Tx, actor: Actor, lineId: number, input: z.infer<typeof MatchSeveral>) {
  const { institutionId } = await peekLine(tx, actor, lineId);
  await lockStudentsOfPending(tx, institutionId, input.payments);
  const locked = await lockPaid(tx, institutionId, input.payments);
  const line = await lockOpenLine(tx, institutionId, lineId);
  refuseMoneyOut(line);
  const sum = locked.reduce((all, { amount }) => all + amount, 0);
  const difference = sum - line.amount;
  if (Math.abs(difference) > line.amount * largestCharge)
    throw new ValidationError(
      'payments',
      `The ticked payments are ${decimal(sum)} in all, the line is ${decimal(line.amount)}. Tick what was banked with it.`,
    );
  const account = difference === 0 ? null : await accountOf(tx, line, input.ledger_account_id, difference);
  const day = (await dayInBooks(tx, institutionId))(line.day);
  const found = (
    await clearPending(
      tx,
      actor,
      locked.map((payment) => ({ payment, day })),
    )
  ).map(({ payment }) => payment);
  const against: Line[] = Array.from(
    Map.groupBy(found, ({ channel }) => channelAccount(channel)),
    ([to, some]) => ({ to, amount: -some.reduce((all, { amount }) => all + amount, 0) }),
  );
  if (account) against.push({ to: account.id, amount: difference });
  await post(tx, actor, institutionId, [clearingOf(line, against, { day, description: 'Payments seen at the bank' })]);
  await settleLine(tx, actor, line, { state: 'matched', payments: found.map(({ id: paymentId }) => paymentId) });
  const words = countOf(found.length, 'payment');
  await record(tx, actor, 'payments.matchSeveral', {
    institutionId,
    subject: { type: 'bankLine', id: lineId },
    summary: `matched ${words} to a line of ${decimal(line.amount)} of a bank statement`,
    details: {
      payments: found.map(paymentName),
      ...(account && { difference: decimal(difference), to: account.name }),
    },
  });
  return `${words} matched.`;
}

/** Payments that a line can be and that none has shown, locked by id. */
async function lockPaid(tx: Tx, institutionId: number, paymentIds: number[]) {
  const rows = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.institutionId, institutionId), inArray(payments.id, paymentIds)))
    .orderBy(asc(payments.id))
    .for('no key update');
  const seen = await seenPayments(tx, institutionId, paymentIds);
  const wrong = rows.find(
    (payment) =>
      payment.isTest ||
      seen.has(payment.id) ||
      !canBeSeen(payment) ||
      payment.channel === 'waiver' ||
      payment.channel === 'opening',
  );
  if (wrong || rows.length !== paymentIds.length)
    throw new Conflict(`${wrong ? paymentName(wrong) : 'A payment'} can no longer be matched. Reload the page.`);
  return rows;
}

async function accountOf(
  tx: Tx,
  line: Parameters<typeof findOtherAccount>[1],
  accountId: number | null,
  difference: number,
) {
  if (accountId === null)
    throw new ValidationError(
      'ledger_account_id',
      `Choose the account for the difference of ${decimal(Math.abs(difference))}, such as bank charges.`,
    );
  return findOtherAccount(tx, line, accountId);
}
