import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { payments, paymentShares } from '#features/money/payments/payments.schema.ts';
import { paidStatuses } from '#features/money/payments/payments.ts';
import { settlePending, type LockedPayment } from '#features/money/payments/settle-pending.ts';
import { students } from '#features/people/students/students.schema.ts';

type Payment = Pick<LockedPayment, 'channel' | 'status'>;

/** A cheque that waits for the bank: the line that shows it clears it. */
export const isPendingCheque = ({ channel, status }: Payment): boolean => channel === 'cheque' && status === 'pending';

/** Whether a line can be this payment, as the view `payments_at_bank` says: its money is there, or waits for the line. */
export const canBeSeen = (payment: Payment): boolean =>
  isPendingCheque(payment) || paidStatuses.some((status) => status === payment.status);

/**
 * Locks the students of payments that wait for the bank, with others in one statement. They come before the payments in
 * the order of locks.
 */
export async function lockStudentsOfPending(
  tx: Tx,
  institutionId: number,
  paymentIds: number[],
  others: number[] = [],
): Promise<void> {
  if (paymentIds.length === 0) return;
  const pending = tx
    .select({ id: paymentShares.studentId })
    .from(paymentShares)
    .innerJoin(payments, hasKey(payments, paymentShares.institutionId, paymentShares.paymentId))
    .where(
      and(
        eq(paymentShares.institutionId, institutionId),
        inArray(paymentShares.paymentId, paymentIds),
        eq(payments.status, 'pending'),
      ),
    );
  await tx
    .select({ id: students.id })
    .from(students)
    .where(
      and(eq(students.institutionId, institutionId), or(inArray(students.id, pending), inArray(students.id, others))),
    )
    .orderBy(asc(students.id))
    .for('no key update');
}

/** Clears the cheques among locked payments, before a line shows them. Returns the payments as they are now. */
export async function clearPending<Seen extends { payment: LockedPayment; day: Day }>(
  tx: Tx,
  actor: Actor,
  seen: Seen[],
): Promise<Seen[]> {
  const cleared: Seen[] = [];
  for (const one of seen) {
    if (!isPendingCheque(one.payment)) cleared.push(one);
    else {
      const receiptNumber = await settlePending(tx, actor, one.payment, one.day);
      cleared.push({ ...one, payment: { ...one.payment, status: 'successful', receiptNumber } });
    }
  }
  return cleared;
}
