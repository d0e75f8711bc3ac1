import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { checkbox, line, optionalDay } from '#kernel/schemas.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { endPending, settlePending } from '#features/money/payments/settle-pending.ts';
import { refuseRecordedLine } from './refuse-recorded-line.ts';
import { dayOfPayment } from '#features/money/payments/day-of-payment.ts';
import { lockCorrection } from '#features/money/payments/corrections/lock-correction.ts';

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
export async function bounceCheque(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason }: z.infer<typeof Bounce>,
): Promise<void> {
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
          ? 'This cheque bounced already.'
          : 'This cheque has been cleared already.',
    );
  return locked;
}
