import { sql } from 'drizzle-orm';
import { isOneOf, query, type Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { documentNumber } from '#features/money/receivables/document-numbers.ts';
import { isShownOn } from '../bank/days-apart.ts';
import type { LockedPayment } from '#features/money/receivables/settle-pending.ts';

/**
 * Refuses to identify money that is recorded for the same student already, by a cashier or the gateway: of the same
 * amount within days, and shown by no statement. The students are locked by the caller.
 */
export async function refuseCredited(tx: Tx, payment: LockedPayment, studentIds: number[]): Promise<void> {
  const { institutionId, id, amount, day } = payment;
  const [twin] = await query<{ name: string; isOnline: boolean }>(
    tx,
    sql`
    select coalesce(${documentNumber('RCT', sql`p.receipt_number`)}, 'A cheque that waits') as name,
      p.channel = 'gateway' as "isOnline"
    from payment_shares h join payments_unseen_at_bank p using (institution_id, payment_id)
    where h.institution_id = ${institutionId} and ${isOneOf(sql`h.student_id`, studentIds)} and p.payment_id <> ${id}
      -- A share without an amount is left where money was taken back.
      and h.amount > 0 and p.amount = ${amount}
      and ${isShownOn(sql`${day}::date`)}
    order by p.payment_id limit 1`,
  );
  if (!twin) return;
  const { name, isOnline } = twin;
  throw new Refused(
    'again',
    isOnline
      ? `The payment gateway credited the same amount within these days (${name}). If it is the same money, reverse this payment instead.`
      : `${name} has the same amount within these days, and no statement has shown it. If it is the same money, undo this line and match it to that payment.`,
  );
}
