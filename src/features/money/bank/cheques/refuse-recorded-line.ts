import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import type { LockedPayment } from '#features/money/payments/settle-pending.ts';
import { squeezed } from '../statements/narration-pieces.ts';

/**
 * Refuses to clear a cheque whose money a bank line has credited already as a payment of its own: of the same amount, and
 * with its number, for one of its students, or unidentified. The students are locked by the caller.
 */
export async function refuseRecordedLine(tx: Tx, { institutionId, id }: LockedPayment): Promise<void> {
  const [twin] = await query<{ number: number; day: string }>(
    tx,
    sql`
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
    order by abs(l.day - c.day), l.id limit 1`,
  );
  if (twin)
    throw new ValidationError(
      'again',
      `The bank statement showed the same amount on ${formatDay(twin.day)}, recorded as ${receiptNumber(twin.number)}. Undo that line and match it to this cheque, or tick “This is another payment”.`,
    );
}
