import { and, asc, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { prepareOnce, type Tx, hasKey } from '#kernel/database.ts';
import { runWithCommit } from '#kernel/database/transaction.ts';
import type { Day } from '#kernel/dates.ts';
import { lockOpenInvoices, type OpenInvoice } from '#features/money/invoices/open-invoices.ts';
import { settlePayment, type lockPayment, giveReceipt, type Share } from './receive-payment.ts';
import { payments, paymentShares } from './payments.schema.ts';
import { allocateOldestFirst } from '#features/money/invoices/dues/allocate.ts';

export type LockedPayment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>;

/** The shares of a payment, by student. */
export const sharesOf = (tx: Tx, { institutionId, id }: Pick<LockedPayment, 'institutionId' | 'id'>) =>
  prepareOnce(
    tx
      .select()
      .from(paymentShares)
      .where(and(eq(paymentShares.institutionId, institutionId), eq(paymentShares.paymentId, id)))
      .orderBy(asc(paymentShares.studentId)),
  );

/** Whose shares they are. */
export const idsOf = (shares: { studentId: number | null }[]) => shares.map(({ studentId }) => studentId!);

/**
 * The money of a pending payment is there: a cheque is cleared, a gateway has confirmed. It pays the oldest dues of its
 * students, who are locked by the caller, as is the payment; with `wanted`, the invoices it was meant for first. Returns
 * the receipt number.
 */
export async function settlePending(
  tx: Tx,
  actor: Actor,
  payment: LockedPayment,
  day: Day,
  wanted: Wanted = [],
): Promise<number> {
  await settleUnnumbered(tx, actor, payment, day, wanted);
  return giveReceipt(tx, payment.institutionId, payment.id);
}

/** The same where many payments arrive at once: the number, for which all others wait, is given with the commit. */
export async function settleWithCommit(
  tx: Tx,
  actor: Actor,
  payment: LockedPayment,
  day: Day,
  wanted: Wanted,
): Promise<void> {
  await settleUnnumbered(tx, actor, payment, day, wanted);
  runWithCommit(tx, () => giveReceipt(tx, payment.institutionId, payment.id));
}

type Wanted = readonly { invoiceId: number; amount: number }[];

async function settleUnnumbered(tx: Tx, actor: Actor, payment: LockedPayment, day: Day, wanted: Wanted): Promise<void> {
  const { institutionId, id } = payment;
  if (payment.status !== 'pending') throw new Error(`Payment ${id} is ${payment.status}, not pending.`);
  const own = await sharesOf(tx, payment);
  const open = await lockOpenInvoices(tx, institutionId, idsOf(own));
  await prepareOnce(tx.update(payments).set({ status: 'successful', day }).where(whereIs(payment)));
  const shares = own.map(({ studentId, amount }) => shareAsPlanned(studentId!, amount, open, wanted));
  await settlePayment(tx, actor, institutionId, { ...payment, day, shares });
}

/** A payment that was given up waits again: its money came after all. Returns it as it is now. */
export async function reopenPending(tx: Tx, payment: LockedPayment): Promise<LockedPayment> {
  if (payment.status !== 'failed' && payment.status !== 'abandoned')
    throw new Error(`Payment ${payment.id} is ${payment.status}, not given up.`);
  const waiting = { status: 'pending', endedAt: null, endedBy: null, endReason: null } as const;
  await tx.update(payments).set(waiting).where(whereIs(payment));
  return { ...payment, ...waiting };
}

/** Another amount than expected came for a pending payment, and is accepted: its shares become these. */
export async function changePending(
  tx: Tx,
  payment: LockedPayment,
  shares: readonly { studentId: number; amount: number }[],
): Promise<LockedPayment> {
  if (payment.status !== 'pending') throw new Error(`Payment ${payment.id} is ${payment.status}, not pending.`);
  const amount = shares.reduce((sum, share) => sum + share.amount, 0);
  const { institutionId, id: paymentId } = payment;
  await tx
    .delete(paymentShares)
    .where(and(eq(paymentShares.institutionId, institutionId), eq(paymentShares.paymentId, paymentId)));
  await tx.insert(paymentShares).values(shares.map((share) => ({ institutionId, paymentId, ...share })));
  await tx.update(payments).set({ amount }).where(whereIs(payment));
  return { ...payment, amount };
}

/** The money of a pending payment is not coming. */
export async function endPending(
  tx: Tx,
  actor: Actor,
  payment: LockedPayment,
  status: 'failed' | 'abandoned',
  reason: string,
): Promise<void> {
  if (payment.status !== 'pending') throw new Error(`Payment ${payment.id} is ${payment.status}, not pending.`);
  await tx
    .update(payments)
    .set({ status, endedAt: new Date(), endedBy: actor.accountId, endReason: reason })
    .where(whereIs(payment));
}

export const whereIs = ({ institutionId, id }: Pick<LockedPayment, 'institutionId' | 'id'>) =>
  hasKey(payments, institutionId, id);

/**
 * One student's part of a payment, first on the invoices it was meant for, then on the oldest dues. What was paid
 * meanwhile is left out, and the rest is credit.
 */
function shareAsPlanned(
  studentId: number,
  amount: number,
  invoices: OpenInvoice[],
  planned: readonly { invoiceId: number; amount: number }[],
): Share {
  const own = invoices.filter((invoice) => invoice.studentId === studentId);
  const given = new Map<number, number>();
  let rest = amount;
  for (const { invoiceId, amount: wanted } of planned) {
    const part = Math.min(wanted, rest, own.find(({ id }) => id === invoiceId)?.open ?? 0);
    rest -= part;
    if (part > 0) given.set(invoiceId, part);
  }
  const left = own.map((invoice) => {
    const part = given.get(invoice.id) ?? 0;
    return { ...invoice, open: invoice.open - part, settled: invoice.settled + part };
  });
  for (const { invoiceId, amount: part } of shareOldestFirst(studentId, rest, left).allocations)
    given.set(invoiceId, (given.get(invoiceId) ?? 0) + part);
  return { studentId, amount, allocations: Array.from(given, ([invoiceId, part]) => ({ invoiceId, amount: part })) };
}

/** One student's part of a payment on the oldest dues first; `invoices` are the student's open ones. */
export const shareOldestFirst = (studentId: number, amount: number, invoices: OpenInvoice[]): Share => ({
  studentId,
  amount,
  allocations: allocateOldestFirst(
    invoices.filter((invoice) => invoice.studentId === studentId),
    amount,
  ).allocations,
});
