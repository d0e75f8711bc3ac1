import { sql } from 'drizzle-orm';
import type { Settlement } from '#features/money/invoices/issue-invoices.ts';
import { applyCredit, releaseInvoice } from './apply-credit.ts';

/** How payments settle invoices. */
export const settlementByPayments: Settlement = {
  applyCredit,
  releaseInvoice,
  paymentsOf: (invoice) => sql`select p.id as "paymentId", p.channel, p.status, p.day,
      p.receipt_number as "receiptNumber", sum(a.amount) as amount
    from allocations a join payments p on (p.institution_id, p.id) = (a.institution_id, a.payment_id)
    where (a.institution_id, a.invoice_id) = ${invoice}
    group by p.id, p.channel, p.status, p.day, p.receipt_number having sum(a.amount) <> 0 order by p.day, p.id`,
  waivedOf: (invoice) => sql`coalesce((select sum(a.amount) from allocations a
    join payments p on (p.institution_id, p.id) = (a.institution_id, a.payment_id) and p.channel = 'waiver'
    where (a.institution_id, a.invoice_id) = ${invoice}), 0)::bigint`,
};
