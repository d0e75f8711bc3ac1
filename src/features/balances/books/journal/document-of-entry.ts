import { sql } from 'drizzle-orm';
import { documentNumber } from '#features/receivables/document-numbers.ts';

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

const creditNote = sql`(select ${documentNumber('CRN', sql`t.number`)} ${of('credit_notes')})`;
const hrefOf = (about: string) => {
  const [invoiceId, paymentId] = [sql.raw(`${about}.invoice_id`), sql.raw(`${about}.payment_id`)];
  return sql`case when ${invoiceId} is not null then '/invoices/' || ${invoiceId} else '/payment_records/' || ${paymentId} end`;
};

/**
 * `doc`: the number of the document of an entry `e` as printed, and the page that shows it. Looked up row by row: as
 * joins, whole tables would be read for a few lines. Each table is named once: preparing to read it takes longer than
 * reading it.
 */
export const documentOf = sql`lateral (
  select case when e.source = 'credit_note' then ${creditNote}
      when k.invoice_id is not null then (select ${documentNumber('INV', sql`v.number`)} from invoices v
        where v.institution_id = e.institution_id and v.id = k.invoice_id)
      else (select ${documentNumber('RCT', sql`y.receipt_number`)} from payments y
        where y.institution_id = e.institution_id and y.id = k.payment_id) end as document,
    ${hrefOf('k')} as href
  from (select ${invoiceOf} as invoice_id, ${paymentOf} as payment_id offset 0) k) doc`;

/** In the institution of the entries `latest`, by a list of ids: one walk along an index instead of a search for each row. */
const among = (ids: ReturnType<typeof sql>) => sql`institution_id = (select institution_id from latest limit 1)
  and id = any (array(${ids}))`;

/**
 * `entry` with the same `document` and `href`, for the tens of entries whose `entry_id` the query `latest` names; all are
 * of one institution.
 */
export const entriesWithDocuments = sql`about as materialized (
    select e.institution_id, e.id, e.source, e.source_id, e.description, ${invoiceOf} as invoice_id, ${paymentOf} as payment_id
    from ledger_entries e where ${among(sql`select entry_id from latest`)}),
  billed as materialized (select id, number from invoices where ${among(sql`select invoice_id from about`)}),
  paid as materialized (select id, receipt_number from payments where ${among(sql`select payment_id from about`)}),
  entry as (
    select e.id, e.source, e.description, ${hrefOf('e')} as href,
      case when e.source = 'credit_note' then ${creditNote}
        when e.invoice_id is not null then ${documentNumber('INV', sql`v.number`)}
        else ${documentNumber('RCT', sql`y.receipt_number`)} end as document
    from about e left join billed v on v.id = e.invoice_id left join paid y on y.id = e.payment_id)`;
