import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { render, type Db, query } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { Source } from '#features/money/ledger/sources.ts';
import { documentNumber } from '#features/money/invoices/document-numbers.ts';

interface EntryHead {
  id: number;
  institutionId: number;
  day: string;
  source: Source;
  description: string;
  currency: string;
  postedAt: string;
  postedBy: string | null;
  document: string | null;
  href: string | null;
  reverses: number | null;
  reversedBy: number | null;
  /** Of an entry posted by hand. */
  approvedBy: string | null;
  reason: string | null;
}

export interface EntryLine {
  position: number;
  accountId: number;
  code: string;
  account: string;
  amount: number;
  studentId: number | null;
  student: string | null;
  note: string | null;
}

/** `m`: what a person added to an entry `e` by hand, and the note of its line `l`. */
export const manualOf = sql`e.source = 'manual' and (m.institution_id, m.id) = (e.institution_id, e.source_id)`;
export const noteOfLine = sql`nullif(m.notes[l.position], '')`;

/** One entry with its lines, its document and what reverses it. */
export async function entryOf(db: Db, actor: Actor, entryId: number) {
  const seen = sql`e.id = ${entryId} and e.institution_id = any (${sql.param(institutionsWhere(actor, 'ledger.view'))}::int[])`;
  const [[head], lines] = await Promise.all([
    query<EntryHead>(db, render)`
      with listed as materialized (select e.institution_id, e.id as entry_id from ledger_entries e where ${seen}),
      ${entriesWithDocuments}
      select e.id, e.institution_id as "institutionId", e.day, e.source, e.description, e.currency,
        to_char(e.posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "postedAt", a.name as "postedBy",
        doc.document, doc.href, e.reverses_id as reverses, r.id as "reversedBy",
        y.name as "approvedBy", m.reason
      from ledger_entries e
      join entry doc on doc.id = e.id
      left join accounts a on a.id = e.account_id
      left join ledger_entries r on (r.institution_id, r.reverses_id) = (e.institution_id, e.id)
      left join manual_entries m on ${manualOf}
      left join accounts y on y.id = m.approved_by
      where ${seen}`,
    query<EntryLine>(db, render)`
      select l.position, l.ledger_account_id as "accountId", a.code, a.name as account, l.amount, l.student_id as "studentId",
        concat_ws(', ', s.surname, concat_ws(' ', s.first_name, s.middle_name)) as student,
        ${noteOfLine} as note
      from ledger_entries e join ledger_lines l on (l.institution_id, l.entry_id) = (e.institution_id, e.id)
      join ledger_accounts a on (a.institution_id, a.id) = (l.institution_id, l.ledger_account_id)
      left join students s on (s.institution_id, s.id) = (l.institution_id, l.student_id)
      left join manual_entries m on ${manualOf}
      where ${seen} order by l.position`,
  ]);
  if (!head) throw new NotFound('entry');
  return { ...head, lines: lines.map((line) => ({ ...line, student: line.student || null })) };
}
export type EntryProps = Awaited<ReturnType<typeof entryOf>>;

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
