import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { isOneOf, query, type Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { post, type Entry } from '#features/money/ledger/post.ts';
import { allocate, type Allocation } from '../settling/allocate.ts';
import { applyCredit, postAllocations } from '../settling/apply-credit.ts';
import { carryShare } from '../corrections/move-share.ts';
import { lockPayment } from '../receive-payment.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import { paidStatuses } from '../payments.ts';
import { releaseInvoice } from '../settling/release.ts';

export interface MovedMoney {
  invoiceIds: number[];
  /** How much of the student's share of each payment. */
  shares: { paymentId: number; amount: number }[];
}

interface Books {
  tx: Tx;
  actor: Actor;
  institutionId: number;
  today: Day;
}

/**
 * Moves invoices and shares of payments from one record of a student to another, both locked by the caller. What the
 * shares have paid of these invoices is taken back, moved as credit, and pays the same invoices again.
 */
export async function moveMoney(
  books: Books,
  { invoiceIds, shares, from, to }: MovedMoney & { from: number; to: number },
): Promise<void> {
  const { tx, actor, institutionId, today: day } = books;
  const invoices = await lockInvoices(books, from, invoiceIds);
  const paid = await allocationsOf(books, from, invoiceIds);
  for (const { id, settled } of invoices)
    if (settled > 0) await releaseInvoice(tx, actor, institutionId, { invoiceId: id, amount: settled, day });
  await moveInvoices(books, invoices, from, to);
  for (const { paymentId, amount } of shares) await moveShareOf(books, paymentId, { from, to, amount });
  const again = fitting(paid, shares).map((allocation) => ({ ...allocation, studentId: to }));
  await postAllocations(tx, actor, institutionId, await allocate(tx, actor, institutionId, again), day);
  await applyCredit(tx, actor, institutionId, [from, to], day);
}

const Invoice = z.object({
  id: z.number(),
  number: z.number(),
  settled: z.number(),
  /** What is owed of it once nothing is settled. */
  owed: z.number(),
});
type Invoice = z.infer<typeof Invoice>;

async function lockInvoices({ tx, institutionId }: Books, studentId: number, ids: number[]): Promise<Invoice[]> {
  const rows = await query(
    tx,
    sql`select id, number, settled, total - credited as owed from invoices
      where institution_id = ${institutionId} and student_id = ${studentId} and ${isOneOf(sql`id`, ids)}
      order by id for no key update`,
    Invoice,
  );
  return rows.map(({ id, number, settled, owed }) => ({
    id: Number(id),
    number,
    settled: Number(settled),
    owed: Number(owed),
  }));
}

/** What payments have settled of the invoices. */
async function allocationsOf({ tx, institutionId }: Books, studentId: number, ids: number[]): Promise<Allocation[]> {
  const rows = await query<Allocation>(
    tx,
    sql`select payment_id as "paymentId", invoice_id as "invoiceId", sum(amount)::bigint as amount from allocations
      where institution_id = ${institutionId} and student_id = ${studentId} and ${isOneOf(sql`invoice_id`, ids)}
      group by 1, 2 having sum(amount) > 0 order by 1, 2`,
  );
  return rows.map(({ paymentId, invoiceId, amount }) => ({
    studentId,
    paymentId: Number(paymentId),
    invoiceId: Number(invoiceId),
    amount: Number(amount),
  }));
}

/** An invoice is a document with an owner; the ledger gets an entry for what is owed of it. */
async function moveInvoices(
  { tx, actor, institutionId, today: day }: Books,
  invoices: Invoice[],
  from: number,
  to: number,
): Promise<void> {
  const ids = invoices.map(({ id }) => id);
  await tx.execute(sql`update invoices set student_id = ${to}
    where institution_id = ${institutionId} and ${isOneOf(sql`id`, ids)}`);
  const earlier = await query<{ id: number; count: number }>(
    tx,
    sql`select source_id as id, count(*)::int as count from ledger_entries where institution_id = ${institutionId}
      and source = 'invoice' and part like 'moved %' and ${isOneOf(sql`source_id`, ids)} group by 1`,
  );
  const turns = new Map(earlier.map(({ id, count }) => [Number(id), count]));
  const entries = invoices
    .filter(({ owed }) => owed > 0)
    .map(({ id, number, owed }): Entry => ({
      day,
      source: 'invoice',
      sourceId: id,
      part: `moved ${(turns.get(id) ?? 0) + 1}`,
      description: `${invoiceNumber(number)} moved to another record of the same student`,
      lines: [
        { to: 'receivable', amount: owed, studentId: to },
        { to: 'receivable', amount: -owed, studentId: from },
      ],
    }));
  await post(tx, actor, institutionId, entries);
}

const reason = 'Two records of one student';

async function moveShareOf(
  { tx, actor, institutionId, today: day }: Books,
  paymentId: number,
  { from, to, amount }: { from: number; to: number; amount: number },
): Promise<void> {
  const payment = (await lockPayment(tx, institutionId, paymentId))!;
  if (payment.status === 'reversed') return;
  if ((paidStatuses as readonly string[]).includes(payment.status)) {
    await carryShare(tx, actor, payment, { from, to, amount, reason, day });
    return;
  }
  // Money that is not there is in no entry: whose it will be changes in place.
  await tx.execute(sql`insert into payment_shares (institution_id, payment_id, student_id, amount)
    values (${institutionId}, ${paymentId}, ${to}, ${amount})
    on conflict (institution_id, payment_id, student_id) do update set amount = payment_shares.amount + excluded.amount`);
  await tx.execute(sql`update payment_shares set amount = amount - ${amount}
    where institution_id = ${institutionId} and payment_id = ${paymentId} and student_id = ${from}`);
}

/** As much of what was settled as the moved shares can settle again. */
function fitting(paid: Allocation[], shares: MovedMoney['shares']): Allocation[] {
  const left = new Map(shares.map(({ paymentId, amount }) => [paymentId, amount]));
  return paid.flatMap((allocation) => {
    const part = Math.min(allocation.amount, left.get(allocation.paymentId) ?? 0);
    left.set(allocation.paymentId, (left.get(allocation.paymentId) ?? 0) - part);
    return part > 0 ? [{ ...allocation, amount: part }] : [];
  });
}
