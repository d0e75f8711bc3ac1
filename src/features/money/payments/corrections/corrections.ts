import { z } from 'zod';
import { type Actor, allow, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { line, amount, id } from '#kernel/schemas.ts';
import { type Requested, requestApproval } from '#features/records/approvals/request-approval.ts';
import { reversePayment } from './reverse-payment.ts';
import { atBank } from '../at-bank.ts';
import { today, type Day } from '#kernel/dates.ts';
import type { Permission } from '#kernel/permissions.ts';
import { paymentName, lockPayment } from '../receive-payment.ts';
import { findPayment } from '../records/receipts.ts';
import { inArray, sql, and, eq } from 'drizzle-orm';
import { students } from '#features/people/students/students.schema.ts';
import { idsOf, sharesOf, whereIs, type LockedPayment } from '../settle-pending.ts';
import { refundPayment, placementsOf, partOfPlacement } from './refund-payment.ts';
import { paidStatuses } from '../payments.ts';
import { post } from '#features/money/ledger/post.ts';
import { applyCredit, releaseShare } from '../settling/apply-credit.ts';
import { payments, paymentShares } from '../payments.schema.ts';

export const Reverse = z.object({ reason: line(300, 'The reason') });

export const reverseApproval = approvalKind({
  kind: 'payments.reverse',
  label: 'Reversal',
  permission: 'payments.approve',
  payload: Reverse.extend({ paymentId: z.number() }),
  async act(tx, asker, { paymentId, reason }) {
    await reverse(tx, asker, paymentId, { reason }, { isApproved: true });
    return { message: 'The payment is reversed. Its receipt number is not used again.' };
  },
  details: (_reader, { reason }) => [['Reason', reason]],
});

/** Voids a payment whose money is not there: typed twice, or a cheque that bounced after it had cleared. */
export async function reverse(
  tx: Tx,
  actor: Actor,
  paymentId: number,
  { reason }: z.infer<typeof Reverse>,
  { isApproved = false } = {},
): Promise<string | Requested> {
  const { payment, institutionId, day, name } = await lockCorrection(tx, actor, paymentId, 'payments.reverse');
  if (payment.status !== 'successful')
    throw new Conflict(
      payment.status === 'reversed'
        ? 'This payment is already reversed.'
        : 'Only a successful payment without refunds can be reversed.',
    );
  if (!isApproved)
    return requestApproval(tx, actor, reverseApproval, {
      institutionId,
      subject: { type: 'payment', id: paymentId },
      payload: { paymentId, reason },
      summary: `reverse ${name} of ${formatMoney({ minor: payment.amount, currency: payment.currency })}`,
    });
  await reversePayment(tx, actor, payment, { reason, day });
  await atBank().openLineOf(tx, actor, payment, day);
  await record(tx, actor, 'payments.reverse', {
    institutionId,
    summary: `reversed ${name}`,
    subject: { type: 'payment', id: paymentId },
    details: { reason },
  });
  return name;
}

/**
 * A payment that somebody may correct, locked after its students (and those in `more`). The permission is checked in its
 * institution.
 */
export async function lockCorrection(tx: Tx, actor: Actor, id: number, permission: Permission, more: number[] = []) {
  const { institutionId, orderId } = await findPayment(tx, actor, id);
  allow(actor, permission, institutionId);
  if (orderId !== null) throw new Conflict('This payment is for an order. Open the order and refund it there.');
  const { payment, shares } = await lockWithStudents(tx, institutionId, id, more);
  const { timeZone, currency } = membershipIn(actor, institutionId)!;
  return { payment, shares, institutionId, currency, day: today(timeZone), name: paymentName(payment) };
}

/** What of a share is neither handed back nor gone: the most that can be refunded or moved. */
export const leftOf = ({ amount, refunded }: { amount: number; refunded: number }) => amount - refunded;

/**
 * A payment and its shares, locked after their students and those in `more`. Refused if a share went to another student
 * while this waited: a payment held without its students can end in a deadlock.
 */
export async function lockWithStudents(tx: Tx, institutionId: number, id: number, more: number[] = []) {
  const studentIds = [...new Set([...idsOf(await sharesOf(tx, { institutionId, id })), ...more])];
  if (studentIds.length > 0)
    await tx
      .select({ id: students.id })
      .from(students)
      .where(sql`${students.institutionId} = ${institutionId} and ${inArray(students.id, studentIds)}`)
      .orderBy(students.id)
      .for('no key update');
  const payment = (await lockPayment(tx, institutionId, id))!;
  const shares = await sharesOf(tx, payment);
  if (idsOf(shares).some((studentId) => !studentIds.includes(studentId)))
    throw new Conflict('Part of this payment has just been moved. Reload the page.');
  return { payment, shares };
}

export const Refund = z.object({ student_id: id, amount: amount(), reason: line(300, 'The reason') });

export const refundApproval = approvalKind({
  kind: 'payments.refund',
  label: 'Refund',
  permission: 'payments.approve',
  payload: Refund.extend({ paymentId: z.number() }),
  async act(tx, asker, { paymentId, ...input }) {
    await refund(tx, asker, paymentId, input, { isApproved: true });
    return { message: 'The refund is approved. It can be handed over now.' };
  },
  details: (_reader, { reason }) => [['Reason', reason]],
});

/** Owes part of a payment back. It is handed over afterwards (pay-out.ts). */
export async function refund(
  tx: Tx,
  actor: Actor,
  paymentId: number,
  input: z.infer<typeof Refund>,
  { isApproved = false } = {},
): Promise<string | Requested> {
  const { payment, shares, institutionId, day, name } = await lockCorrection(tx, actor, paymentId, 'payments.reverse');
  const inWords = (minor: number) => formatMoney({ minor, currency: payment.currency });
  if (!(paidStatuses as readonly string[]).includes(payment.status) || ['waiver', 'opening'].includes(payment.channel))
    throw new Conflict('This payment has no money left to refund.');
  const share = shares.find(({ studentId }) => studentId === input.student_id);
  if (!share) throw new ValidationError('student_id', 'This payment isn’t for that student.');
  if (input.amount > leftOf(share))
    throw new ValidationError('amount', `Only ${inWords(leftOf(share))} of this payment can be refunded.`);
  if (!isApproved)
    return requestApproval(tx, actor, refundApproval, {
      institutionId,
      subject: { type: 'payment', id: paymentId },
      payload: { paymentId, ...input },
      summary: `refund ${inWords(input.amount)} of ${name}`,
    });
  const refundId = await refundPayment(tx, actor, payment, {
    studentId: input.student_id,
    amount: input.amount,
    reason: input.reason,
    day,
  });
  await record(tx, actor, 'payments.refund', {
    institutionId,
    summary: `refunded ${inWords(input.amount)} of ${name}`,
    subject: { type: 'payment', id: paymentId },
    details: { refund: refundId, reason: input.reason },
  });
  return name;
}

export const Unidentify = z.object({ reason: line(300, 'The reason') });

export const unidentifyApproval = approvalKind({
  kind: 'payments.unplace',
  label: 'Back to unidentified',
  permission: 'payments.approve',
  payload: Unidentify.extend({ paymentId: z.number() }),
  async act(tx, asker, { paymentId, reason }) {
    await unidentify(tx, asker, paymentId, { reason }, { isApproved: true });
    return { message: 'The payment is unidentified again. The fees it paid are owed again.' };
  },
  details: (_reader, { reason }) => [['Reason', reason]],
});

/** Returns a payment that was given to the wrong student to unidentified payments. */
export async function unidentify(
  tx: Tx,
  actor: Actor,
  paymentId: number,
  { reason }: z.infer<typeof Unidentify>,
  { isApproved = false } = {},
): Promise<string | Requested> {
  const { payment, shares, institutionId, day, name } = await lockCorrection(tx, actor, paymentId, 'payments.reverse');
  if (payment.inSuspense) throw new Conflict('This payment is already unidentified.');
  if (payment.status !== 'successful')
    throw new Conflict('Only a successful payment without refunds can be returned to unidentified.');
  if ((await placementsOf(tx, payment)).current === null)
    throw new Conflict('This payment was never unidentified. Reverse it if it is wrong.');
  if (!isApproved)
    return requestApproval(tx, actor, unidentifyApproval, {
      institutionId,
      subject: { type: 'payment', id: paymentId },
      payload: { paymentId, reason },
      summary: `return ${name} of ${formatMoney({ minor: payment.amount, currency: payment.currency })} to unidentified payments`,
    });
  await unidentifyPayment(tx, actor, payment, { day });
  await record(tx, actor, 'payments.unplace', {
    institutionId,
    summary: `returned ${name} to unidentified payments`,
    subject: { type: 'payment', id: paymentId },
    details: { reason, students: shares.filter(({ amount }) => amount > 0).map(({ studentId }) => studentId) },
  });
  return name;
}

/**
 * Takes an identified payment back into suspense: from the invoices that it paid, then from everybody's credit. Its
 * students are locked by the caller, and nothing of it was refunded.
 */
export async function unidentifyPayment(
  tx: Tx,
  actor: Actor,
  payment: LockedPayment,
  { day }: { day: Day },
): Promise<void> {
  const { institutionId, id, amount, inSuspense, status } = payment;
  const { made, current } = await placementsOf(tx, payment);
  if (inSuspense || status !== 'successful' || current === null) throw new Error(`Payment ${id} was not identified.`);
  const shares = await sharesOf(tx, payment);
  for (const { studentId, allocated } of shares)
    if (allocated > 0)
      await releaseShare(tx, actor, institutionId, { paymentId: id, studentId: studentId!, amount: allocated, day });
  // The rows stay: moves and what was allocated refer to them.
  await tx
    .update(paymentShares)
    .set({ amount: sql`0` })
    .where(and(eq(paymentShares.institutionId, institutionId), eq(paymentShares.paymentId, id)));
  await tx.update(payments).set({ inSuspense: true }).where(whereIs(payment));
  await post(tx, actor, institutionId, [
    {
      day,
      source: 'placement',
      sourceId: id,
      part: `${partOfPlacement(made - 1)} undone`.trim(),
      reversesId: current,
      description: `${paymentName(payment)} unidentified again`,
      lines: [
        ...shares.map((share) => ({ to: 'credit' as const, amount: share.amount, studentId: share.studentId! })),
        { to: 'suspense', amount: -amount },
      ],
    },
  ]);
  await applyCredit(tx, actor, institutionId, idsOf(shares), day);
}
