import { sql } from 'drizzle-orm';
import { allocateOldestFirst } from '#features/money/invoices/dues/allocate.ts';
import type { Actor } from '#kernel/actor.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { post, type Entry } from '#features/money/ledger/post.ts';
import { allocate, type StoredAllocation, type Allocation } from './allocate.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';

/** Pays what students owe with what they have paid in advance, the oldest of both first. The students are locked. */
export async function applyCredit(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  studentIds: number[],
  day: Day,
): Promise<void> {
  const shares = await lockCredit(tx, institutionId, studentIds);
  if (shares.length === 0) return;
  const invoices = await lockOpenInvoices(tx, institutionId, [...new Set(shares.map(({ studentId }) => studentId))]);
  const allocations: Allocation[] = [];
  for (const { paymentId, studentId, credit } of shares) {
    const own = invoices.filter((invoice) => invoice.studentId === studentId && invoice.open > 0);
    for (const { invoiceId, amount } of allocateOldestFirst(own, credit).allocations) {
      const invoice = own.find(({ id }) => id === invoiceId)!;
      invoice.open -= amount;
      invoice.settled += amount;
      allocations.push({ paymentId, studentId, invoiceId, amount });
    }
  }
  await postAllocations(tx, actor, institutionId, await allocate(tx, actor, institutionId, allocations), day);
}

/** Posts allocations of credit: what was the student's credit is now paid, or the other way round. */
export async function postAllocations(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  allocated: StoredAllocation[],
  day: Day,
): Promise<void> {
  const entries = [...Map.groupBy(allocated, ({ studentId }) => studentId)].map(([studentId, own]): Entry => {
    const amount = own.reduce((sum, allocation) => sum + allocation.amount, 0);
    return {
      day,
      source: 'allocation',
      sourceId: Math.min(...own.map(({ id }) => id)),
      description: amount < 0 ? 'Payment taken back from an invoice' : 'Credit applied to an invoice',
      lines: [
        { to: 'credit', amount, studentId },
        { to: 'receivable', amount: -amount, studentId },
      ],
    };
  });
  await post(
    tx,
    actor,
    institutionId,
    entries.filter(({ lines }) => lines[0]!.amount !== 0),
  );
}

/** What is left of students' payments, the oldest first, locked. */
async function lockCredit(tx: Tx, institutionId: number, studentIds: number[]) {
  const rows = await query<{ paymentId: number; studentId: number; credit: number }>(tx, render)`
    select s.payment_id as "paymentId", s.student_id as "studentId", s.amount - s.allocated - s.refunded as credit
    from payment_shares s
    join payments p on (p.institution_id, p.id) = (s.institution_id, s.payment_id)
    join student_balances b on (b.institution_id, b.student_id) = (s.institution_id, s.student_id)
    where s.institution_id = ${institutionId} and s.student_id = any (${sql.param(studentIds)}::bigint[])
      and s.amount > s.allocated + s.refunded and p.status in ('successful', 'partly_refunded', 'refunded')
      and b.credit > 0 and b.owed > 0
    order by s.student_id, s.payment_id for no key update of s`;
  return rows;
}

/**
 * Takes payments back from invoices, the latest first, until so much of each is free; it becomes the students' credit.
 * Students and invoices are locked.
 */
export async function releaseInvoice(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  { invoiceId, amount, day }: { invoiceId: number; amount: number; day: Day },
): Promise<void> {
  await release(tx, actor, institutionId, { where: sql`invoice_id = ${invoiceId}`, amount, day });
}

/** The same for one student's share of a payment: it is free to be refunded, moved or reversed. */
export async function releaseShare(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  { paymentId, studentId, amount, day }: { paymentId: number; studentId: number; amount: number; day: Day },
): Promise<void> {
  const where = sql`payment_id = ${paymentId} and student_id = ${studentId}`;
  await release(tx, actor, institutionId, { where, amount, day });
}

async function release(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  { where, amount, day }: { where: ReturnType<typeof sql>; amount: number; day: Day },
): Promise<void> {
  const rows = await query<Allocation>(tx, render)`
    select payment_id as "paymentId", student_id as "studentId", invoice_id as "invoiceId", sum(amount)::bigint as amount
    from allocations where institution_id = ${institutionId} and ${where}
    group by 1, 2, 3 having sum(amount) > 0 order by max(id) desc`;
  let left = amount;
  const taken: Allocation[] = [];
  for (const allocation of rows) {
    const part = Math.min(left, allocation.amount);
    left -= part;
    if (part > 0) taken.push({ ...allocation, amount: -part });
  }
  if (left > 0) throw new Error(`${left} more than was allocated.`);
  // Invoices of other students of the payment were not locked by the caller.
  await lockInvoices(
    tx,
    institutionId,
    taken.map(({ invoiceId }) => invoiceId),
  );
  await postAllocations(tx, actor, institutionId, await allocate(tx, actor, institutionId, taken), day);
}

const lockInvoices = (tx: Tx, institutionId: number, ids: number[]) =>
  tx.execute(sql`select id from invoices where institution_id = ${institutionId} and id = any (${sql.param(ids)}::bigint[])
    order by id for no key update`);
