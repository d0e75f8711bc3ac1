import { sql } from 'drizzle-orm';
import { documentNumber } from '#features/money/invoices/document-numbers.ts';

const of = (table: string) =>
  sql`from ${sql.identifier(table)} t where t.institution_id = e.institution_id and t.id = e.source_id`;

/** The invoice that an entry `e` is about. */
const invoiceOf = sql`case e.source when 'invoice' then e.source_id
  when 'credit_note' then (select t.invoice_id ${of('credit_notes')})
  when 'allocation' then (select t.invoice_id ${of('allocations')}) end`;

/** The payment that an entry `e` is about. */
const paymentOf = sql`case when e.source in ('payment', 'placement', 'reversal') then e.source_id
  when e.source in ('refund', 'refund_payout') then (select t.payment_id ${of('refunds')})
  when e.source = 'move' then (select t.payment_id ${of('share_moves')}) end`;

/** In the institution of the entries `listed`, by a list of ids: one walk along an index instead of a search for each row. */
const among = (ids: ReturnType<typeof sql>) => sql`institution_id = (select institution_id from listed limit 1)
  and id = any (array(${ids}))`;

/**
 * `entry`: each entry whose `entry_id` the query `listed` names, all of one institution, with the number of its document as
 * printed and the page that shows it. As joins, whole tables would be read for a few lines.
 */
export const entriesWithDocuments = sql`about as materialized (
    select e.institution_id, e.id, e.source, e.source_id, e.description, ${invoiceOf} as invoice_id, ${paymentOf} as payment_id
    from ledger_entries e where ${among(sql`select entry_id from listed`)}),
  billed as materialized (select id, number from invoices where ${among(sql`select invoice_id from about`)}),
  paid as materialized (select id, receipt_number from payments where ${among(sql`select payment_id from about`)}),
  entry as (
    select e.id, e.source, e.description,
      case when e.source = 'order' then '/pin_transactions/' || e.source_id
        when e.invoice_id is not null then '/invoices/' || e.invoice_id else '/payment_records/' || e.payment_id end as href,
      case when e.source = 'credit_note' then (select ${documentNumber('CRN', sql`t.number`)} ${of('credit_notes')})
        when e.source = 'order' then (select ${documentNumber('ORD', sql`t.number`)} ${of('orders')})
        when e.invoice_id is not null then ${documentNumber('INV', sql`v.number`)}
        else ${documentNumber('RCT', sql`y.receipt_number`)} end as document
    from about e left join billed v on v.id = e.invoice_id left join paid y on y.id = e.payment_id)`;
