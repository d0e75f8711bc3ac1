import { sql, type SQL } from 'drizzle-orm';
import { todayIn } from '#kernel/database/day-in.ts';
import { invoices } from '../invoices.schema.ts';

/** The states of an invoice, with their names; overdue is computed, never stored. */
export const invoiceStates = {
  open: 'Open',
  overdue: 'Overdue',
  paid: 'Paid',
  cancelled: 'Cancelled',
} as const;
export type InvoiceState = keyof typeof invoiceStates;

/** What payments and credit notes have not covered of the dues before today. */
const overdueAmount = sql<number>`greatest(0, coalesce((select sum(d.amount) from invoice_dues d
  where d.institution_id = ${invoices.institutionId} and d.invoice_id = ${invoices.id} and d.due_on < ${todayIn(invoices.institutionId)}), 0)
  - ${invoices.settled} - ${invoices.credited})::bigint`;

export const stateOf = sql<InvoiceState>`case when ${invoices.cancelledAt} is not null then 'cancelled'
  when ${invoices.open} = 0 then 'paid' when ${overdueAmount} > 0 then 'overdue' else 'open' end`;

/** The invoices in a state; overdue ones are open as well. */
export function inState(state: InvoiceState): SQL {
  if (state === 'cancelled') return sql`${invoices.cancelledAt} is not null`;
  if (state === 'paid') return sql`${invoices.cancelledAt} is null and ${invoices.open} = 0`;
  const open = sql`${invoices.open} > 0`;
  return state === 'open' ? open : sql`${open} and ${overdueAmount} > 0`;
}
