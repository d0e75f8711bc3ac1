import { sql } from 'drizzle-orm';
import { documentNumber } from '#features/receivables/document-numbers.ts';

const of = (table: string) =>
  sql`from ${sql.identifier(table)} d where d.institution_id = e.institution_id and d.id = e.source_id`;
const invoice = (id: ReturnType<typeof sql>) => sql`(select ${documentNumber('INV', sql`v.number`)} from invoices v
  where v.institution_id = e.institution_id and v.id = ${id})`;
const receipt = (
  id: ReturnType<typeof sql>,
) => sql`(select ${documentNumber('RCT', sql`y.receipt_number`)} from payments y
  where y.institution_id = e.institution_id and y.id = ${id})`;

const payment = sql`case e.source when 'refund' then (select d.payment_id ${of('refunds')})
  when 'refund_payout' then (select d.payment_id ${of('refunds')}) when 'move' then (select d.payment_id ${of('share_moves')})
  when 'payment' then e.source_id when 'placement' then e.source_id when 'reversal' then e.source_id end`;

/**
 * The number of the document of an entry `e` as printed, and the page that shows it. Looked up row by row: as joins, whole
 * tables would be read for a few lines.
 */
export const documentColumns = sql`
  case e.source when 'invoice' then ${invoice(sql`e.source_id`)}
    when 'credit_note' then (select ${documentNumber('CRN', sql`d.number`)} ${of('credit_notes')})
    when 'allocation' then ${invoice(sql`(select d.invoice_id ${of('allocations')})`)}
    else ${receipt(payment)} end as document,
  case when e.source = 'invoice' then '/invoices/' || e.source_id
    when e.source = 'credit_note' then '/invoices/' || (select d.invoice_id ${of('credit_notes')})
    when e.source = 'allocation' then '/invoices/' || (select d.invoice_id ${of('allocations')})
    else '/payment_records/' || (${payment}) end as href`;
