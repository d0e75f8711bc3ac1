import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, query, hasKey } from '#kernel/database.ts';
import { Conflict, NotAllowed, NotFound, ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { isOwnAccount } from '#kernel/own-family/own-family.ts';
import { choice, line, optionalLine } from '#kernel/schemas.ts';
import { cashierDays } from '#features/money/payments/payments.schema.ts';
import { cashierDifferences } from '../cashier.schema.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { explanations } from './difference-labels.ts';
import { today } from '#kernel/dates.ts';
import { post } from '#features/money/ledger/post.ts';

export const ExplainDifference = z.object({
  how: choice(explanations),
  receipt: optionalLine(40, 'The receipt'),
  reason: line(500, 'The reason'),
});
type Explanation = z.infer<typeof ExplainDifference>;

/** Explains an open difference by an entry or by a payment. Nobody explains the own one or the family’s. */
export async function explainDifference(tx: Tx, actor: Actor, differenceId: number, input: Explanation) {
  const difference = await lockDifference(tx, actor, differenceId);
  const { institutionId, dayId, channel, amount, accountId } = difference;
  if (await isOwnAccount(tx, actor, institutionId, accountId!))
    throw new NotAllowed('You can’t explain your own difference, or your family’s. Ask a colleague to do it.');
  if (difference.explainedAt) throw new Conflict('This difference is already explained. Reload the page.');
  const paymentId = input.how === 'payment' ? await paymentOf(tx, difference, input.receipt) : null;
  if (input.how === 'posted') await postDifference(tx, actor, difference);
  await refuseDuplicate(
    tx
      .update(cashierDifferences)
      .set({
        how: input.how,
        reason: input.reason,
        paymentId,
        explainedAt: sql`now()`,
        explainedBy: actor.accountId,
      })
      .where(hasKey(cashierDifferences, institutionId, differenceId)),
    { cashier_differences_payment: ['receipt', 'This payment already explains another difference.'] },
  );
  await record(tx, actor, 'payments.explainDifference', {
    institutionId,
    summary: `explained a difference of a cashier session in ${channels[channel]}`,
    subject: { type: 'cashier_day', id: dayId! },
    details: { channel, amount, how: input.how, reason: input.reason, payment: paymentId },
  });
  return dayId!;
}

/** Locks the day first, as its approval does. */
async function lockDifference(tx: Tx, actor: Actor, differenceId: number) {
  const [found] = await tx
    .select({ institutionId: cashierDifferences.institutionId, dayId: cashierDifferences.dayId })
    .from(cashierDifferences)
    .where(
      and(
        inArray(
          cashierDifferences.institutionId,
          actor.institutions.map(({ id }) => id),
        ),
        eq(cashierDifferences.id, differenceId),
      ),
    );
  if (!found) throw new NotFound('difference');
  const { institutionId, dayId } = found;
  allow(actor, 'payments.approveDay', institutionId);
  await tx
    .select({ id: cashierDays.id })
    .from(cashierDays)
    .where(hasKey(cashierDays, institutionId, dayId!))
    .for('no key update');
  const [difference] = await tx
    .select()
    .from(cashierDifferences)
    .where(hasKey(cashierDifferences, institutionId, differenceId))
    .for('update');
  return difference!;
}

/**
 * What was left over is a payment that was recorded after the count; what was missing, one of the day that was taken back after
 * it. Anything else was expected at the count and explains nothing.
 */
async function paymentOf(
  tx: Tx,
  { institutionId, dayId, channel, amount }: typeof cashierDifferences.$inferSelect,
  receipt: string | null,
): Promise<number> {
  const number = /^(?:RCT-?)?0*(\d{1,9})$/i.exec(receipt ?? '')?.[1];
  if (!number) throw new ValidationError('receipt', 'Enter the number of its receipt, such as RCT-000123.');
  const after = sql`(select coalesce(d.recounted_at, d.closed_at) from cashier_days d
    where d.institution_id = ${institutionId} and d.id = ${dayId})`;
  const [payment] = await query<{ id: number }>(tx)`
    select p.id from payments p where p.institution_id = ${institutionId} and p.receipt_number = ${Number(number)}
    and p.channel = ${channel} and p.amount = ${Math.abs(amount)} and not p.is_test and ${
      amount > 0
        ? sql`p.status in ('pending', 'successful') and p.created_at > ${after}`
        : sql`p.cashier_day_id = ${dayId} and p.status = 'reversed' and p.ended_at > ${after}`
    }`;
  if (!payment)
    throw new ValidationError(
      'receipt',
      amount > 0
        ? `No payment of this amount with this receipt was recorded in ${channels[channel]} after the count.`
        : `No payment of this amount with this receipt was reversed in ${channels[channel]} of this session after the count.`,
    );
  return Number(payment.id);
}

type Difference = Pick<typeof cashierDifferences.$inferSelect, 'institutionId' | 'dayId' | 'channel' | 'amount'>;

/** Moves what is missing or left over in a channel from its account to Cash differences. */
export const postDifference = (tx: Tx, actor: Actor, { institutionId, dayId, channel, amount }: Difference) =>
  post(tx, actor, institutionId, [
    {
      day: today(membershipIn(actor, institutionId)!.timeZone),
      source: 'day_difference',
      sourceId: dayId!,
      // Days that were approved when only cash was posted have none.
      part: channel === 'cash' ? '' : channel,
      description: `${channels[channel]} ${amount < 0 ? 'short' : 'over'} at a cashier’s close`,
      lines: [
        { to: channel, amount },
        { to: 'difference', amount: -amount },
      ],
    },
  ]);
