import { sql } from 'drizzle-orm';
import { isOneOf, rowsOf, type Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { receiptNumber, paidStatuses } from '#features/receivables/receivables.ts';
import type { LockedPayment } from '#features/receivables/settle-pending.ts';

/**
 * Refuses to identify money that a gateway may have credited to the same student already: a transfer into the student's
 * own account, which also a bank statement showed. The students are locked by the caller.
 */
export async function refuseCredited(tx: Tx, payment: LockedPayment, studentIds: number[]): Promise<void> {
  const { institutionId, amount, day, channel } = payment;
  if (channel !== 'transfer') return;
  const [twin] = await rowsOf<{ number: number }>(
    tx,
    sql`
    select p.receipt_number as number from payment_shares h
    join payments p on p.institution_id = h.institution_id and p.id = h.payment_id
    where h.institution_id = ${institutionId} and ${isOneOf(sql`h.student_id`, studentIds)} and p.channel = 'gateway'
      and p.amount = ${amount} and abs(p.day - ${day}::date) <= 4 and p.status = any (${sql.param([...paidStatuses])}::text[])
      and not exists (select from bank_line_payments t
        where t.institution_id = p.institution_id and t.payment_id = p.id)
    order by p.id limit 1`,
  );
  if (twin)
    throw new Refused(
      'again',
      `The payment gateway credited the same amount within these days (${receiptNumber(twin.number)}). If it is the same money, reverse this payment instead.`,
    );
}
