import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { post, type Line } from '#features/money/ledger/post.ts';
import { ledgerEntries } from '#features/money/ledger/ledger.schema.ts';
import { applyCredit, releaseShare } from '../settling/apply-credit.ts';
import { paymentName } from '../receive-payment.ts';
import { payments } from '../payments.schema.ts';
import { idsOf, sharesOf, whereIs, type LockedPayment } from '../settle-pending.ts';

/**
 * Voids a payment whose money is not there after all: takes it back from the invoices, which other credit pays, and posts
 * the reversing entry. It keeps its receipt number. What was refunded of it cannot be reversed; the caller checks that. Students are locked.
 */
export async function reversePayment(
  tx: Tx,
  actor: Actor,
  payment: LockedPayment,
  { reason, day }: { reason: string; day: Day },
): Promise<void> {
  const { institutionId, id, channel, amount, inSuspense } = payment;
  if (payment.status !== 'successful') throw new Error(`Payment ${id} is ${payment.status}.`);
  const shares = await sharesOf(tx, payment);
  for (const { studentId, allocated } of shares)
    if (allocated > 0)
      await releaseShare(tx, actor, institutionId, { paymentId: id, studentId: studentId!, amount: allocated, day });
  await tx
    .update(payments)
    .set({ status: 'reversed', endedAt: sql`now()`, endedBy: actor.accountId, endReason: reason, inSuspense: false })
    .where(whereIs(payment));
  const [posted] = await tx
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(
      sql`${ledgerEntries.institutionId} = ${institutionId} and ${ledgerEntries.source} = 'payment' and ${ledgerEntries.sourceId} = ${id} and ${ledgerEntries.part} = ''`,
    );
  const back: Line[] = inSuspense
    ? [{ to: 'suspense', amount }]
    : shares.map(({ studentId, amount: share }) => ({ to: 'credit', amount: share, studentId: studentId! }));
  await post(tx, actor, institutionId, [
    {
      day,
      source: 'reversal',
      sourceId: id,
      reversesId: posted!.id,
      description: `Reversal of ${paymentName(payment)}`,
      lines: [...back, { to: channel, amount: -amount }],
    },
  ]);
  await applyCredit(tx, actor, institutionId, idsOf(shares), day);
}
