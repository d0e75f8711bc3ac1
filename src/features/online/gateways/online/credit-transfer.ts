import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import type { FoundAnswer } from '#kernel/gateways/gateway.ts';
import { formatMoney } from '#kernel/money.ts';
import { payments } from '#features/money/receivables/payments.schema.ts';
import { receiptNumber } from '#features/money/receivables/receivables.ts';
import { providers } from '../gateways.ts';
import { insertReview, type Reported } from '../review/open-review.ts';
import { ownerOf } from './account-owners.ts';
import { lockReceiver, receiveTransfer } from './receive-transfer.ts';
import { isReviewed, recordedAlready } from './recorded-already.ts';

type Transfer = Reported & { answer: FoundAnswer };

/**
 * A transfer into a student's own account pays the oldest dues first; what is left is credit. Once by its reference, and
 * never if somebody recorded it already: then a person joins the two.
 */
export async function creditTransfer(tx: Tx, actor: Actor, transfer: Transfer): Promise<void> {
  const { institutionId, provider, reference, answer } = transfer;
  const { amount, paidAt, raw } = answer;
  const studentId = await ownerOf(tx, transfer, answer.account!);
  const problem = studentId === null ? 'account' : await lockReceiver(tx, { ...transfer, amount }, studentId);
  if (problem) return insertReview(tx, transfer, problem);
  // Behind the lock: the same transfer in two events at once is credited by the first.
  const [known] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.institutionId, institutionId),
        eq(payments.channel, 'gateway'),
        eq(payments.provider, provider),
        eq(payments.reference, reference),
      ),
    );
  if (known || (await isReviewed(tx, transfer))) return;
  const paymentId = await recordedAlready(tx, transfer, studentId!);
  if (paymentId !== null) return insertReview(tx, { ...transfer, paymentId }, 'recorded');
  const received = { ...transfer, amount, paidAt, senderName: raw['senderName'] };
  const { id, receipt } = await receiveTransfer(tx, actor, received, studentId!);
  await record(tx, actor, 'payments.creditTransfer', {
    institutionId,
    subject: { type: 'payment', id },
    summary: `credited a transfer of ${formatMoney(amount)} through ${providers[provider]} (${reference}), ${receiptNumber(receipt)}`,
  });
}
