import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, query } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { checkbox, line, optionalDay } from '#kernel/schemas.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { endPending, settlePending, type LockedPayment } from '#features/money/payments/settle-pending.ts';
import { dayOfPayment } from '#features/money/payments/day-of-payment.ts';
import { lockCorrection } from '#features/money/payments/corrections/corrections.ts';
import { sql } from 'drizzle-orm';
import { formatDay } from '#kernel/dates.ts';
import { squeezed } from '../statements/take-lines.ts';

export const Clear = z.object({
  /** When the bank credited it: today if empty. */
  day: optionalDay,
  /** Confirmed: not the money of the line that looks the same. */
  again: checkbox,
});
export const Bounce = z.object({ reason: line(300, 'The reason') });

/** The bank has paid a cheque: it settles the oldest dues of its children, and gets a receipt. */
export async function clearCheque(tx: Tx, actor: Actor, id: number, input: z.infer<typeof Clear>): Promise<string> {
  const { payment, institutionId, day } = await lockCheque(tx, actor, id);
  if (!input.again) await refuseRecordedLine(tx, payment);
  const number = await settlePending(tx, actor, payment, dayOfPayment(actor, institutionId, input.day, day));
  await record(tx, actor, 'payments.clear', {
    institutionId,
    summary: `cleared a cheque, ${receiptNumber(number)}`,
    subject: { type: 'payment', id },
  });
  return receiptNumber(number);
}

/** The bank has not paid a cheque. Nothing was posted, so nothing is reversed. */
export async function bounceCheque(tx: Tx, actor: Actor, id: number, { reason }: z.infer<typeof Bounce>) {
  const { payment, institutionId } = await lockCheque(tx, actor, id);
  await endPending(tx, actor, payment, 'failed', reason);
  await record(tx, actor, 'payments.bounce', {
    institutionId,
    summary: 'recorded that a cheque bounced',
    subject: { type: 'payment', id },
    details: { reason },
  });
}

async function lockCheque(tx: Tx, actor: Actor, id: number) {
  const locked = await lockCorrection(tx, actor, id, 'payments.place');
  const { channel, status } = locked.payment;
  if (channel !== 'cheque' || status !== 'pending')
    throw new Conflict(
      channel !== 'cheque'
        ? 'This payment is not a cheque.'
        : status === 'failed'
          ? 'This cheque has already bounced.'
          : 'This cheque has already been cleared.',
    );
  return locked;
}

/**
 * Refuses to clear a cheque whose money a bank line has credited already as a payment of its own: of the same amount, and
 * with its number, for one of its students, or unidentified. The students are locked by the caller.
 */
async function refuseRecordedLine(tx: Tx, { institutionId, id }: LockedPayment): Promise<void> {
  const [twin] = await query<{ number: number; day: string }>(tx)`
    select made.receipt_number as number, l.day::text as day
    from payments c
    join bank_lines l on l.institution_id = ${institutionId} and l.amount = c.amount and l.state in ('received', 'suspense')
      and l.day between c.day - 4 and c.day + 60
    join bank_line_payments t on t.institution_id = ${institutionId} and t.line_id = l.id
    join payments made on made.institution_id = ${institutionId} and made.id = t.payment_id
    where c.institution_id = ${institutionId} and c.id = ${id} and (made.in_suspense
      or ltrim(${squeezed(sql`c.reference`)}, '0') = ltrim(${squeezed(sql`l.reference`)}, '0')
      or exists (select from payment_shares a join payment_shares b
        on (b.institution_id, b.student_id) = (a.institution_id, a.student_id) and b.payment_id = made.id
        where a.institution_id = ${institutionId} and a.payment_id = c.id))
    order by abs(l.day - c.day), l.id limit 1`;
  if (twin)
    throw new ValidationError(
      'again',
      `The bank statement showed the same amount on ${formatDay(twin.day)}, recorded as ${receiptNumber(twin.number)}. Undo that line and match it to this cheque, or tick “This is another payment”.`,
    );
}
