import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { FoundAnswer } from '../providers/gateway.ts';
import { formatMoney } from '#kernel/money.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import { providers } from '../gateways.ts';
import { ownerOf } from './account-owners.ts';
import { lockReceiver, receiveTransfer } from './receive-transfer.ts';
import { query, type Tx } from '#kernel/database.ts';
import { receiptNumber, paidStatuses } from '#features/money/payments/payments.ts';
import { insertReview, type Reported } from '../review/open-review.ts';

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

/** How many days a bank or a cashier may have shown a transfer before or after the provider's day. */
const daysApart = 4;

/**
 * A payment that somebody recorded as a transfer, from a bank statement or at the counter, and that may be this transfer
 * into the student's own account. One that another transfer was joined to is no longer asked about.
 */
async function recordedAlready(tx: Tx, transfer: Reported, studentId: number): Promise<number | null> {
  const { institutionId, answer } = transfer;
  const [found] = await query<{ id: number }>(
    tx,
    sql`
    with said as (
      select (coalesce(${answer!.paidAt}::timestamptz, now()) at time zone i.time_zone)::date as day
      from institutions i where i.id = ${institutionId})
    select p.id from said cross join payment_shares h
    join payments p on p.institution_id = h.institution_id and p.id = h.payment_id
    left join bank_line_payments s on s.institution_id = p.institution_id and s.payment_id = p.id
    left join bank_lines l on l.institution_id = s.institution_id and l.id = s.line_id
    where h.institution_id = ${institutionId} and h.student_id = ${studentId} and p.channel = 'transfer'
      and p.amount = ${answer!.amount.minor} and p.status = any (${sql.param([...paidStatuses])}::text[])
      -- In closed books a line is a payment of a later day than the bank's.
      and least(abs(p.day - said.day), abs(l.day - said.day)) <= ${daysApart}
      and not exists (select from online_reviews r where r.institution_id = p.institution_id and r.payment_id = p.id
        and r.reason = 'recorded' and r.state in ('open', 'joined'))
    order by least(abs(p.day - said.day), abs(l.day - said.day)), p.id limit 1`,
  );
  return found ? Number(found.id) : null;
}

/** Whether a person has decided about this transfer, or is to: it is never credited by itself. */
async function isReviewed(tx: Tx, { institutionId, provider, reference }: Reported): Promise<boolean> {
  const rows = await query(
    tx,
    sql`select from online_reviews where institution_id = ${institutionId} and provider = ${provider}
      and reference = ${reference} and reason = 'recorded'`,
  );
  return rows.length > 0;
}
