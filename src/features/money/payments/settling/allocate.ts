import type { Actor } from '#kernel/actor.ts';
import { type Tx, query } from '#kernel/database.ts';

export interface Allocation {
  paymentId: number;
  studentId: number;
  invoiceId: number;
  /** Below zero takes it back. */
  amount: number;
}

/** A row of the table, whose id names the entry that posts it. */
export interface StoredAllocation extends Allocation {
  id: number;
}

/**
 * Settles invoices with shares of payments. It posts nothing: the caller posts the entry that goes with it. The invoices
 * are locked by the caller; the database refuses more than an invoice or a share has left.
 */
export async function allocate(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  rows: Allocation[],
): Promise<StoredAllocation[]> {
  const given = rows.filter(({ amount }) => amount !== 0);
  if (given.length === 0) return [];
  return query<StoredAllocation>(tx)`
    with r as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as r ("paymentId" bigint, "studentId" bigint, "invoiceId" bigint, amount bigint)),
    invoice as (
      update invoices i set settled = i.settled + s.amount
      from (select "invoiceId" as id, sum(amount) as amount from r group by 1) s
      where i.institution_id = ${institutionId} and i.id = s.id),
    share as (
      update payment_shares p set allocated = p.allocated + s.amount
      from (select "paymentId" as payment, "studentId" as student, sum(amount) as amount from r group by 1, 2) s
      where p.institution_id = ${institutionId} and p.payment_id = s.payment and p.student_id = s.student)
    insert into allocations (institution_id, payment_id, student_id, invoice_id, amount, account_id)
    select ${institutionId}, "paymentId", "studentId", "invoiceId", amount, ${actor.accountId}::bigint from r
    returning id, payment_id as "paymentId", student_id as "studentId", invoice_id as "invoiceId", amount`;
}
