import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { allocate, type Allocation } from './allocate.ts';
import { postAllocations } from './apply-credit.ts';

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
  const rows = await query<Allocation>(
    tx,
    render(sql`
    select payment_id as "paymentId", student_id as "studentId", invoice_id as "invoiceId", sum(amount)::bigint as amount
    from allocations where institution_id = ${institutionId} and ${where}
    group by 1, 2, 3 having sum(amount) > 0 order by max(id) desc`),
  );
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
