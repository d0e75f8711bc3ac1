import { eq, and } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { prepareOnce, type Tx } from '#kernel/database.ts';
import { runWithCommit } from '#kernel/database/transaction.ts';
import { post, type Entry, type Line } from '#features/money/ledger/post.ts';
import { allocate } from './settling/allocate.ts';
import { giveReceipt } from './give-receipt.ts';
import { insertPayments, type NewPayment, type PastPayment, type Share } from './insert-payment.ts';
import { payments } from './payments.schema.ts';
import { receiptNumber } from './payments.ts';
import type { Channel } from '#features/money/ledger/channels.ts';

export type { NewPayment, Share } from './insert-payment.ts';

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
      .where(and(eq(payments.institutionId, institutionId), eq(payments.id, id)))
      .for('no key update'),
  );
  return payment;
}
