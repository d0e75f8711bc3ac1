import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { decimal } from '#kernel/money.ts';
import { queueMessages } from '#kernel/messages/queue.ts';
import { paidStatuses, receiptNumber } from '../payments.ts';
import { findPayment, type FoundPayment } from './find-payment.ts';

/** Sends a receipt to the payer, otherwise to a guardian who pays fees. E-mail is preferred to SMS. */
export async function sendReceipt(tx: Tx, actor: Actor, id: number, origin: string): Promise<'email' | 'sms'> {
  const payment = await findPayment(tx, actor, id);
  const { institutionId, receiptNumber: number, amount, currency, day, code } = payment;
  if (number === null || !(paidStatuses as readonly string[]).includes(payment.status))
    throw new Conflict('This payment has no valid receipt to send.');
  const to = await recipientOf(tx, payment);
  if (!to)
    throw new ValidationError(
      'form',
      'There is no e-mail address or phone number of the payer or of a guardian who pays fees. Print the receipt.',
    );
  const school = membershipIn(actor, institutionId)!.name;
  const name = receiptNumber(number);
  const channel = to.includes('@') ? 'email' : 'sms';
  await queueMessages(tx, institutionId, [
    {
      channel,
      recipient: to,
      event: 'payments.receipt',
      needs: 'payments.view',
      subject: `Receipt ${name} from ${school}`,
      body: `${school} received ${currency} ${decimal(amount)} on ${formatDay(day)}. Receipt ${name}. Verify it at ${origin}/verify/receipt/${code}`,
    },
  ]);
  await record(tx, actor, 'payments.send', {
    institutionId,
    summary: `sent the receipt ${name} (${channel === 'email' ? 'e-mail' : 'SMS'})`,
    subject: { type: 'payment', id },
  });
  return channel;
}

async function recipientOf(tx: Tx, { institutionId, id, payerContact }: FoundPayment): Promise<string | null> {
  if (payerContact && /@|^\+?\d{7,15}$/.test(payerContact)) return payerContact;
  const rows = await query<{ contact: string | null }>(
    tx,
    render(sql`
    select coalesce(g.email, g.mobile, g.phone) as contact from payment_shares h
    join student_guardians l on (l.institution_id, l.student_id) = (h.institution_id, h.student_id) and l.pays_fees
    join guardians g on (g.institution_id, g.id) = (l.institution_id, l.guardian_id) and g.merged_into_id is null
    where h.institution_id = ${institutionId} and h.payment_id = ${id} and h.amount > 0
      and coalesce(g.email, g.mobile, g.phone) is not null
    order by l.position, g.id fetch first row only`),
  );
  return rows[0]?.contact ?? null;
}
