import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { documentCode } from '#features/money/invoices/issue-invoices.ts';
import { insertOf } from '#kernel/database/insert-many.ts';
import { allocations, payments, paymentShares } from './payments.schema.ts';

/** What one student gets of a payment, and which invoices it settles; the rest is credit. */
export interface Share {
  studentId: number;
  amount: number;
  allocations: { invoiceId: number; amount: number }[];
}

type Column = typeof payments.$inferInsert;

/** What is recorded of a payment where nothing else is said. */
const unsaid = {
  provider: '',
  reference: null,
  referenceAgain: 0,
  payerName: null,
  payerContact: null,
  note: null,
  chequeBank: null,
  chequeDate: null,
  cashierDayId: null,
  isTest: false,
  agreedBy: null,
  orderId: null,
} satisfies Partial<Column>;
type Said = { [Key in keyof typeof unsaid]?: Exclude<Column[Key], undefined> };

export interface NewPayment extends Said, Pick<Column, 'channel' | 'amount' | 'day'> {
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
  if (given.length === 0) return [];
  const coded = given.map((payment) => ({ ...payment, code: documentCode() }));
  const now = given.some(({ receivedAt }) => receivedAt) ? new Date() : undefined;
  const rows = coded.map(({ shares: own, receivedAt = now, ...payment }) => ({
    ...unsaid,
    accountId: actor.accountId,
    ...payment,
    provider: payment.provider ?? unsaid.provider,
    referenceAgain: payment.referenceAgain ?? unsaid.referenceAgain,
    isTest: payment.isTest ?? unsaid.isTest,
    status,
    inSuspense: own.length === 0 && !payment.orderId,
    ...(receivedAt && { receivedAt, createdAt: receivedAt }),
  }));
  const shares = coded.flatMap((payment) => sharesOf(payment, status));
  const parts = shares.flatMap(({ code, studentId, settles }) => settles.map((one) => ({ ...one, code, studentId })));
  // One statement: at a busy counter each of them costs as much as its rows.
  const ofPayment = {
    set: { institutionId: sql`${institutionId}`, paymentId: sql`payment.id` },
    keys: { code: 'text' },
    join: sql`join payment using (code)`,
  };
  const inserted = await refuseDuplicate(
    query<{ id: number; code: string }>(
      tx,
      sql`
    with payment as (
      ${insertOf(payments, rows, {
        set: {
          institutionId: sql`${institutionId}`,
          currency: sql`(select i.currency from institutions i where i.id = ${institutionId})`,
        },
      })}
      returning id, code)
    ${
      shares.length
        ? sql`, share as (${insertOf(
            paymentShares,
            shares.map(({ settles: _, ...share }) => share),
            ofPayment,
          )})`
        : sql``
    }
    ${
      parts.length
        ? sql`, allocation as (${insertOf(
            allocations,
            parts.map((part) => ({ ...part, accountId: actor.accountId })),
            ofPayment,
          )}),
    settled as (
      update invoices i set settled = i.settled + s.amount
      from (select (p ->> 'invoiceId')::bigint as id, sum((p ->> 'amount')::bigint) as amount
        from jsonb_array_elements(${JSON.stringify(parts)}::jsonb) p group by 1) s
      where i.institution_id = ${institutionId} and i.id = s.id)`
        : sql``
    }
    select id, code from payment`,
    ),
    { payments_reference: ['reference', 'A payment with this reference has just been recorded. Check it first.'] },
  );
  const ids = new Map(inserted.map(({ id, code }) => [code, Number(id)]));
  return coded.map(({ code }) => ids.get(code)!);
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
