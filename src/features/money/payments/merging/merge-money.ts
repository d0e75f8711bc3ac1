import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { query, isOneOf, type Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Merge, RunningMerge, Unmerge } from '#kernel/personal-data/merge-rule.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import type { Day } from '#kernel/dates.ts';
import { post, type Entry } from '#features/money/ledger/post.ts';
import { allocate, type Allocation } from '../settling/allocate.ts';
import { applyCredit, postAllocations, releaseInvoice } from '../settling/apply-credit.ts';
import { carryShare } from '../corrections/move.ts';
import { lockPayment } from '../receive-payment.ts';
import { paidStatuses } from '../payments.ts';

/** Invoices and payments go to the kept record by entries of the ledger. */
export async function mergeMoney(merge: RunningMerge): Promise<void> {
  const { otherId, keptId } = merge;
  const money = await moneyOf(merge);
  if (money.invoiceIds.length + money.shares.length === 0) return;
  await moveMoney(merge, { ...money, from: otherId, to: keptId });
  merge.moved['invoices'] = money;
}

/** They go back by entries too; what was paid since is shared out again. */
export async function unmergeMoney(unmerge: Unmerge, moved: unknown): Promise<void> {
  const { tx, institutionId, keptId, otherId } = unmerge;
  const money = moved as MovedMoney;
  const left = await query<{ paymentId: number; left: number }>(tx)`
    select payment_id as "paymentId", amount - refunded as left from payment_shares
    where institution_id = ${institutionId} and student_id = ${keptId}`;
  const leftOf = new Map(left.map((share) => [Number(share.paymentId), Number(share.left)]));
  if (money.shares.some(({ paymentId, amount }) => (leftOf.get(paymentId) ?? 0) < amount))
    throw new Conflict(
      'These records can’t be unmerged: one of the payments was refunded or moved since the merge. Move what is wrong payment by payment instead.',
    );
  await moveMoney(unmerge, { ...money, from: keptId, to: otherId });
}

/** For the preview. */
export async function moneyConflicts(merge: Merge): Promise<string[]> {
  const money = await moneyInWords(merge);
  return [...(await billedTwice(merge)).map(inWords), ...(money ? [money] : [])];
}

/** What somebody agrees to. Refuses two bills of the same thing, of which a person has to choose one. */
export async function moneyToApprove(merge: Merge): Promise<string | null> {
  const [twice] = await billedTwice(merge);
  if (twice) throw new ValidationError('form', inWords(twice));
  return moneyInWords(merge);
}

/** What the other record brings; null if it has neither invoices nor payments. */
async function moneyInWords(merge: Merge): Promise<string | null> {
  const { tx, actor, institutionId, otherId } = merge;
  const { invoiceIds, shares } = await moneyOf(merge);
  if (invoiceIds.length + shares.length === 0) return null;
  const [balance] = await query<{ owed: number; credit: number }>(tx)`
    select owed, credit from student_balances where institution_id = ${institutionId} and student_id = ${otherId}`;
  const { currency } = membershipIn(actor, institutionId)!;
  const amount = (minor = 0) => formatMoney({ minor: Number(minor), currency });
  return `The record that is merged owes ${amount(balance?.owed)} and has ${amount(balance?.credit)} in credit. Its invoices and payments move to the kept record, which a colleague who approves moved payments has to approve.`;
}

/** All invoices of the other record, and what is left of its payments. Reversed ones stay: nothing of them is there. */
async function moneyOf({ tx, institutionId, otherId }: Merge): Promise<MovedMoney> {
  const invoices = await query<{ id: number }>(tx)`
    select id from invoices where institution_id = ${institutionId} and student_id = ${otherId} order by id`;
  const shares = await query<{ paymentId: number; amount: number }>(tx)`
    select s.payment_id as "paymentId", s.amount - s.refunded as amount from payment_shares s
    join payments p on (p.institution_id, p.id) = (s.institution_id, s.payment_id) and p.status <> 'reversed'
    where s.institution_id = ${institutionId} and s.student_id = ${otherId} and s.amount > s.refunded order by 1`;
  return {
    invoiceIds: invoices.map(({ id }) => Number(id)),
    shares: shares.map(({ paymentId, amount }) => ({ paymentId: Number(paymentId), amount: Number(amount) })),
  };
}

const Twice = z.object({
  title: z.string(),
  kept: z.number(),
  other: z.number(),
});
type Twice = z.infer<typeof Twice>;

/** A student is billed once for a fee or an item of it. */
const billedTwice = ({ tx, institutionId, keptId, otherId }: Merge): Promise<Twice[]> =>
  query(
    tx,
    sql`select k.title, k.number as kept, o.number as other from invoices o
      join invoices k on (k.institution_id, k.fee_id, k.kind) = (o.institution_id, o.fee_id, o.kind)
        and k.particular_id is not distinct from o.particular_id
      where o.institution_id = ${institutionId} and o.student_id = ${otherId} and k.student_id = ${keptId}
        and o.cancelled_at is null and k.cancelled_at is null order by o.id limit 20`,
    Twice,
  );

const inWords = ({ title, kept, other }: Twice) =>
  `Both records were billed for ${title}: ${invoiceNumber(kept)} and ${invoiceNumber(other)}. Have one of the two invoices cancelled, then merge. Any payment for it becomes credit, which pays the other one.`;

interface MovedMoney {
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
async function moveMoney(
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
  const rows = await query<Allocation>(tx)`
    select payment_id as "paymentId", invoice_id as "invoiceId", sum(amount)::bigint as amount from allocations
    where institution_id = ${institutionId} and student_id = ${studentId} and ${isOneOf(sql`invoice_id`, ids)}
    group by 1, 2 having sum(amount) > 0 order by 1, 2`;
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
  const earlier = await query<{ id: number; count: number }>(tx)`
    select source_id as id, count(*)::int as count from ledger_entries where institution_id = ${institutionId}
    and source = 'invoice' and part like 'moved %' and ${isOneOf(sql`source_id`, ids)} group by 1`;
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
