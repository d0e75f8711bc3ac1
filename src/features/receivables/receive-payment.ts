import { eq, and, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { post, type Line } from '#features/ledger/post.ts';
import { allocate } from './allocate.ts';
import { giveReceipt } from './give-receipt.ts';
import { documentCode } from './issue-invoices.ts';
import { payments, paymentShares } from './payments.schema.ts';
import { receiptNumber, type Channel } from './receivables.ts';

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
  /** They sum to the amount; none if nobody knows whose it is: then it waits in suspense. */
  shares: Share[];
}

/** Channels without money: no receipt is given. */
const withoutMoney: readonly Channel[] = ['waiver', 'opening'];

/** Records a payment that is not there yet: a cheque, an online payment. Nothing is posted. */
export async function recordPending(tx: Tx, actor: Actor, institutionId: number, payment: NewPayment): Promise<number> {
  return insertPayment(tx, actor, institutionId, payment, 'pending');
}

/**
 * Takes a payment: settles invoices, posts it and gives it the next receipt number. Students and invoices are locked by
 * the caller.
 */
export async function receivePayment(tx: Tx, actor: Actor, institutionId: number, payment: NewPayment) {
  const id = await insertPayment(tx, actor, institutionId, payment, 'successful');
  const receipt = await settlePayment(tx, actor, institutionId, { ...payment, id });
  return { id, receipt };
}

async function insertPayment(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  { shares, ...payment }: NewPayment,
  status: 'pending' | 'successful',
): Promise<number> {
  const shared = shares.reduce((sum, { amount }) => sum + amount, 0);
  if (shares.length > 0 && shared !== payment.amount) throw new Error(`Shares of ${shared} for ${payment.amount}.`);
  const [row] = await refuseDuplicate(
    tx
      .insert(payments)
      .values({
        ...payment,
        ...{ institutionId, status, accountId: actor.accountId, code: documentCode(), inSuspense: shares.length === 0 },
        currency: sql`(select currency from institutions where id = ${institutionId})`,
      })
      .returning({ id: payments.id }),
    { payments_reference: ['reference', 'A payment with this reference has just been recorded. Check it first.'] },
  );
  await insertMany(
    tx,
    paymentShares,
    shares.map(({ studentId, amount }) => ({ institutionId, paymentId: row!.id, studentId, amount })),
  );
  return row!.id;
}

/** Allocates and posts a recorded payment whose money is there; the number comes last, since it holds up all others. */
export async function settlePayment(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  payment: Pick<NewPayment, 'channel' | 'amount' | 'day' | 'shares'> & { id: number },
): Promise<number | null> {
  const { id, channel, amount, day, shares } = payment;
  await allocate(
    tx,
    actor,
    institutionId,
    shares.flatMap(({ studentId, allocations }) =>
      allocations.map((allocation) => ({ paymentId: id, studentId, ...allocation })),
    ),
  );
  await post(tx, actor, institutionId, [
    {
      ...{ day, source: 'payment', sourceId: id, description: describe(channel) },
      lines: [{ to: channel, amount }, ...creditOf(shares, amount)],
    },
  ]);
  return withoutMoney.includes(channel) ? null : giveReceipt(tx, institutionId, id);
}

const describe = (channel: Channel) =>
  channel === 'waiver' ? 'Fees waived' : channel === 'opening' ? 'Opening credit' : `Payment received (${channel})`;

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
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.institutionId, institutionId), eq(payments.id, id)))
    .for('no key update');
  return payment;
}
