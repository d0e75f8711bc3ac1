import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { prepareOnce, type Tx, query, hasKey } from '#kernel/database.ts';
import { runWithCommit } from '#kernel/database/transaction.ts';
import { post, type Entry, type Line } from '#features/money/ledger/post.ts';
import { allocate } from './settling/allocate.ts';
import { payments, allocations, paymentShares } from './payments.schema.ts';
import { receiptNumber } from './payments.ts';
import type { Channel } from '#features/money/ledger/channels.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { documentCode } from '#features/money/invoices/issue-invoices.ts';
import { insertOf } from '#kernel/database/insert-many.ts';

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
async function insertPayments(
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
    query<{ id: number; code: string }>(tx)`
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

const paymentWords: Partial<Record<Channel, string>> = {
  pos: 'Payment received (POS)',
  gateway: 'Payment received (online)',
  waiver: 'Fees waived',
  opening: 'Opening credit',
};
/** Channels without money: no receipt is given. */
const withoutMoney: readonly Channel[] = ['waiver', 'opening'];

/** Records a payment that is not there yet: a cheque, an online payment. Nothing is posted. */
export async function recordPending(tx: Tx, actor: Actor, institutionId: number, payment: NewPayment): Promise<number> {
  const [id] = await insertPayments(tx, actor, institutionId, [payment], 'pending');
  return id!;
}

/**
 * Takes a payment: settles invoices, posts it and gives it the next receipt number. Students and invoices are locked by
 * the caller.
 */
export async function receivePayment(tx: Tx, actor: Actor, institutionId: number, payment: NewPayment) {
  const [id] = (await receiveUnnumbered(tx, actor, institutionId, [payment])) as [number];
  const receipt = withoutMoney.includes(payment.channel) ? null : await giveReceipt(tx, institutionId, id);
  return { id, receipt };
}

/**
 * The same for a busy counter: the receipt number, for which all counters wait, is given with the commit.
 */
export async function receiveAtCounter(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  payment: NewPayment,
): Promise<{ id: number; receipt: Promise<number> }> {
  const [id] = (await receiveUnnumbered(tx, actor, institutionId, [payment])) as [number];
  return { id, receipt: runWithCommit(tx, () => giveReceipt(tx, institutionId, id)) };
}

/** Takes payments without receipts: opening credits, or what gets its numbers from the caller. Returns the ids in order. */
export async function receiveUnnumbered(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  taken: PastPayment[],
): Promise<number[]> {
  const ids = await insertPayments(tx, actor, institutionId, taken, 'successful');
  const entries = taken.map((payment, at) => entryOf({ ...payment, id: ids[at]! }));
  await post(tx, actor, institutionId, entries);
  return ids;
}

type Paid = Pick<NewPayment, 'channel' | 'amount' | 'day' | 'shares' | 'orderId'> & { id: number };

/** Allocates and posts a recorded payment whose money is there. It has no receipt number yet. */
export async function settlePayment(tx: Tx, actor: Actor, institutionId: number, paid: Paid): Promise<void> {
  const parts = paid.shares.flatMap(({ studentId, allocations }) =>
    allocations.map((allocation) => ({ paymentId: paid.id, studentId, ...allocation })),
  );
  await allocate(tx, actor, institutionId, parts);
  await post(tx, actor, institutionId, [entryOf(paid)]);
}

/** How a payment stands in the ledger. */
const entryOf = ({ id, channel, amount, day, shares, orderId }: Paid): Entry => ({
  day,
  source: 'payment',
  sourceId: id,
  description: paymentWords[channel] ?? `Payment received (${channel})`,
  lines: [
    { to: channel, amount },
    ...(orderId ? [{ to: 'orders' as const, amount: -amount }] : creditOf(shares, amount)),
  ],
});

/** The credit side: what it settled, what is left as credit, or suspense. */
export function creditOf(shares: Share[], amount: number): Line[] {
  if (shares.length === 0) return [{ to: 'suspense', amount: -amount }];
  return shares.flatMap(({ studentId, amount: share, allocations }): Line[] => {
    const allocated = allocations.reduce((sum, allocation) => sum + allocation.amount, 0);
    return [
      { to: 'receivable', amount: -allocated, studentId },
      { to: 'credit', amount: allocated - share, studentId },
    ];
  });
}

/** For messages and the audit log: `RCT-000123`, or the payment's own number while it has no receipt. */
export const paymentName = ({ id, receiptNumber: number }: { id: number; receiptNumber: number | null }) =>
  number === null ? `payment ${id}` : receiptNumber(number);

/** A payment by its id, locked. Its students are locked before it. */
export async function lockPayment(tx: Tx, institutionId: number, id: number) {
  const [payment] = await prepareOnce(
    tx
      .select()
      .from(payments)
      .where(hasKey(payments, institutionId, id))
      .for('no key update'),
  );
  return payment;
}

/** The next receipt number, without gaps: a rollback returns it. */
export async function giveReceipt(tx: Tx, institutionId: number, paymentId: number): Promise<number> {
  const [receipt] = await query<{ number: number }>(tx)`
    with next as (
      insert into counters as c (institution_id, name, value) values (${institutionId}, 'receipt', 1)
      on conflict (institution_id, name) do update set value = c.value + 1 returning value)
    update payments p set receipt_number = next.value, receipt_at = now() from next
    where p.institution_id = ${institutionId} and p.id = ${paymentId} returning receipt_number as number`;
  return receipt!.number;
}
