import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { documentCode } from '#features/money/invoices/issue-invoices.ts';
import type { Channel } from '#features/money/ledger/channels.ts';

/** What one student gets of a payment, and which invoices it settles; the rest is credit. */
export interface Share {
  studentId: number;
  amount: number;
  allocations: { invoiceId: number; amount: number }[];
}

export interface NewPayment {
  channel: Channel;
  provider?: string;
  reference?: string | null;
  referenceAgain?: number;
  amount: number;
  /** The day of the money. */
  day: Day;
  payerName?: string | null;
  payerContact?: string | null;
  note?: string | null;
  chequeBank?: string | null;
  chequeDate?: Day | null;
  cashierDayId?: number | null;
  isTest?: boolean;
  /** Who agreed to a waiver. */
  agreedBy?: number | null;
  /** The order that it pays; it has no shares then. */
  orderId?: number | null;
  /** They sum to the amount; none if nobody knows whose it is: then it waits in suspense. */
  shares: Share[];
}

/** A payment of the past, taken by somebody at some time. */
export interface PastPayment extends NewPayment {
  receivedAt?: Date;
  accountId?: number | null;
}

/**
 * Records payments with their shares; those that are successful settle their invoices, which the caller has locked.
 * Nothing is posted. Returns the ids in order.
 */
export async function insertPayments(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  given: PastPayment[],
  status: 'pending' | 'successful',
): Promise<number[]> {
  const payments = given.map((payment, at) => ({ accountId: actor.accountId, ...payment, code: documentCode(), at }));
  const shares = payments.flatMap((payment) => sharesOf(payment, status));
  const parts = shares.flatMap(({ code, studentId, settles }) => settles.map((one) => ({ ...one, code, studentId })));
  const heads = payments.map(({ shares: own, ...head }) => ({
    ...head,
    inSuspense: own.length === 0 && !head.orderId,
  }));
  // One statement: at a busy counter each of them costs as much as its rows.
  const rows = await refuseDuplicate(
    query<{ id: number; code: string }>(
      tx,
      sql`
    with payment as (
      insert into payments (institution_id, channel, provider, reference, reference_again, status, amount, currency, day,
        received_at, created_at, payer_name, payer_contact, note, cheque_bank, cheque_date, cashier_day_id, account_id, code,
        is_test, in_suspense, order_id, agreed_by)
      select i.id, r.channel, coalesce(r.provider, ''), r.reference, coalesce(r."referenceAgain", 0), ${status}, r.amount,
        i.currency, r.day, coalesce(r."receivedAt", now()), coalesce(r."receivedAt", now()), r."payerName",
        r."payerContact", r.note, r."chequeBank", r."chequeDate", r."cashierDayId", r."accountId", r.code,
        coalesce(r."isTest", false), r."inSuspense", r."orderId", r."agreedBy"
      from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as r (at int, channel text, provider text, reference text,
        "referenceAgain" smallint, amount bigint, day date, "receivedAt" timestamptz, "payerName" text, "payerContact" text,
        note text, "chequeBank" text, "chequeDate" date, "cashierDayId" bigint, "accountId" bigint, code text,
        "isTest" boolean, "inSuspense" boolean, "orderId" bigint, "agreedBy" bigint), institutions i
      where i.id = ${institutionId} order by r.at
      returning id, code),
    share as (
      insert into payment_shares (institution_id, payment_id, student_id, amount, allocated)
      select ${institutionId}, payment.id, s."studentId", s.amount, s.allocated
      from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb)
        as s (code text, "studentId" bigint, amount bigint, allocated bigint) join payment using (code)),
    part as (
      select * from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
        as p (code text, "studentId" bigint, "invoiceId" bigint, amount bigint)),
    allocation as (
      insert into allocations (institution_id, payment_id, student_id, invoice_id, amount, account_id)
      select ${institutionId}, payment.id, part."studentId", part."invoiceId", part.amount, ${actor.accountId}::bigint
      from part join payment using (code)),
    settled as (
      update invoices i set settled = i.settled + s.amount
      from (select "invoiceId" as id, sum(amount) as amount from part group by 1) s
      where i.institution_id = ${institutionId} and i.id = s.id)
    select id, code from payment`,
    ),
    { payments_reference: ['reference', 'A payment with this reference has just been recorded. Check it first.'] },
  );
  const ids = new Map(rows.map(({ id, code }) => [code, Number(id)]));
  return payments.map(({ code }) => ids.get(code)!);
}

/** The shares as they are stored; a pending payment settles nothing yet. */
function sharesOf({ shares, amount, code }: NewPayment & { code: string }, status: 'pending' | 'successful') {
  const shared = shares.reduce((sum, share) => sum + share.amount, 0);
  if (shares.length > 0 && shared !== amount) throw new Error(`Shares of ${shared} for ${amount}.`);
  return shares.map((share) => {
    const settles = status === 'pending' ? [] : share.allocations.filter((one) => one.amount !== 0);
    const allocated = settles.reduce((sum, one) => sum + one.amount, 0);
    return { code, studentId: share.studentId, amount: share.amount, allocated, settles };
  });
}
