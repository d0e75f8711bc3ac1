import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { lockCorrection } from '#features/money/payments/corrections/corrections.ts';
import { reversePayment } from '#features/money/payments/corrections/reverse-payment.ts';
import { undoWithin } from '#features/money/payments/payments.ts';
import type { LockedPayment } from '#features/money/payments/settle-pending.ts';
import { holdDayOf } from '../days/open-day.ts';

const reason = 'Entered by mistake';

/**
 * Reverses a payment that its cashier has just recorded, without a second person: nobody has its receipt yet, and nothing
 * else has used its money. Later it is a reversal. Returns the name of the void receipt.
 */
export async function undoPayment(tx: Tx, actor: Actor, paymentId: number): Promise<string> {
  const { payment, institutionId, day, name } = await lockCorrection(tx, actor, paymentId, 'payments.take');
  if (payment.accountId !== actor.accountId) throw new Conflict('Only the cashier who took a payment can undo it.');
  if (payment.status === 'reversed') throw new Conflict('This payment has already been reversed.');
  if (payment.status !== 'successful' || payment.cashierDayId === null)
    throw new Conflict('Only a payment just taken at the counter can be undone.');
  await holdDayOf(tx, payment);
  await refuseUsed(tx, payment);
  await reversePayment(tx, actor, payment, { reason, day });
  await record(tx, actor, 'payments.undo', {
    institutionId,
    summary: `undid ${name}`,
    subject: { type: 'payment', id: paymentId },
    details: { reason },
  });
  return name;
}

/** The payment is locked. Time runs from its transaction to the start of this one, by the clock of the database. */
async function refuseUsed(tx: Tx, { institutionId, id }: LockedPayment): Promise<void> {
  const [payment] = await query<{ isLate: boolean; isIssued: boolean; isUsed: boolean; isAtBank: boolean }>(tx)`
    select p.created_at < now() - make_interval(secs => ${undoWithin.seconds + undoWithin.networkSeconds}) as "isLate",
      p.channel = 'cheque' or p.printed_at is not null or exists (select from audit_entries a where a.institution_id = p.institution_id
        and a.subject_type = 'payment' and a.subject_id = p.id and a.action = 'payments.send') as "isIssued",
      exists (select from share_moves m where m.institution_id = p.institution_id and m.payment_id = p.id)
        or exists (select from allocations a where a.institution_id = p.institution_id and a.payment_id = p.id
          and a.created_at > p.created_at) as "isUsed",
      p.is_seen_at_bank as "isAtBank"
    from payments p where p.institution_id = ${institutionId} and p.id = ${id}`;
  const { isLate, isIssued, isUsed, isAtBank } = payment!;
  const because =
    (isLate && 'The undo period has ended.') ||
    (isIssued && 'Its receipt has been printed or sent.') ||
    (isUsed && 'Its money has since been used for something else.') ||
    (isAtBank && 'It has been matched to a line of a bank statement.');
  if (because) throw new Conflict(`${because} Ask for a reversal.`);
}
