import { sql } from 'drizzle-orm';
import { documentNumber } from '#features/receivables/document-numbers.ts';

const of = (table: string) =>
  sql`from ${sql.identifier(table)} t where t.institution_id = e.institution_id and t.id = e.source_id`;

/**
 * `doc`: the number of the document of an entry `e` as printed, and the page that shows it. Looked up row by row: as
 * joins, whole tables would be read for a few lines. Each table is named once: preparing to read it takes longer than
 * reading it.
 */
export const documentOf = sql`lateral (
  select case when e.source = 'credit_note' then (select ${documentNumber('CRN', sql`t.number`)} ${of('credit_notes')})
      when k.invoice_id is not null then (select ${documentNumber('INV', sql`v.number`)} from invoices v
        where v.institution_id = e.institution_id and v.id = k.invoice_id)
      else (select ${documentNumber('RCT', sql`y.receipt_number`)} from payments y
        where y.institution_id = e.institution_id and y.id = k.payment_id) end as document,
    case when k.invoice_id is not null then '/invoices/' || k.invoice_id else '/payment_records/' || k.payment_id end as href
  from (
    select case e.source when 'invoice' then e.source_id
        when 'credit_note' then (select t.invoice_id ${of('credit_notes')})
        when 'allocation' then (select t.invoice_id ${of('allocations')}) end as invoice_id,
      case when e.source in ('payment', 'placement', 'reversal') then e.source_id
        when e.source in ('refund', 'refund_payout') then (select t.payment_id ${of('refunds')})
        when e.source = 'move' then (select t.payment_id ${of('share_moves')}) end as payment_id
    offset 0) k) doc`;
