import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import type { InvoiceDraft } from '#features/money/invoices/issue-invoices.ts';

export async function refuseLater(tx: Tx, institutionId: number, correctionId: number): Promise<void> {
  const later = await query(
    tx,
    sql`select from fee_correction_items c
      join fee_correction_items l on (l.institution_id, l.invoice_id) = (c.institution_id, c.invoice_id)
        and l.correction_id > c.correction_id
      join fee_corrections k on (k.institution_id, k.id) = (l.institution_id, l.correction_id) and k.undone_at is null
      where c.institution_id = ${institutionId} and c.correction_id = ${correctionId} limit 1`,
  );
  if (later.length > 0)
    throw new Conflict('These invoices were corrected again since. Undo the later correction first.');
}

interface NoteRow extends Pick<InvoiceDraft, 'sessionId' | 'termId' | 'batchId'> {
  studentId: number;
  parentId: number;
  title: string;
  number: number;
  amount: number;
  lines: { ledgerAccountId: number; amount: number }[];
}

/** What stands of a correction: invoices that it added, and its credit notes on invoices that are not cancelled. */
export async function documentsOf(tx: Tx, institutionId: number, correctionId: number) {
  const added = await query<{ id: number; left: number; settled: number }>(
    tx,
    sql`select a.id, a.total - a.credited as left, a.settled from fee_correction_documents d
      join invoices a on (a.institution_id, a.id) = (d.institution_id, d.added_id) and a.cancelled_at is null
      where d.institution_id = ${institutionId} and d.correction_id = ${correctionId} order by a.id`,
  );
  const notes = await query<NoteRow>(
    tx,
    sql`select i.student_id as "studentId", i.id as "parentId", i.title, n.number, n.amount, i.session_id as "sessionId",
        i.term_id as "termId", i.batch_id as "batchId", (
          select json_agg(json_build_object('ledgerAccountId', x.ledger_account_id, 'amount', x.amount) order by x.amount desc)
          from (select l.ledger_account_id, sum(l.amount) as amount from ledger_entries e
            join ledger_lines l on (l.institution_id, l.entry_id) = (e.institution_id, e.id) and l.student_id is null
            where e.institution_id = n.institution_id and e.source = 'credit_note' and e.source_id = n.id
            group by 1 having sum(l.amount) <> 0) x) as lines
      from fee_correction_documents d
      join credit_notes n on (n.institution_id, n.id) = (d.institution_id, d.credit_note_id)
      join invoices i on (i.institution_id, i.id) = (d.institution_id, d.invoice_id) and i.cancelled_at is null
      where d.institution_id = ${institutionId} and d.correction_id = ${correctionId} order by n.id`,
  );
  return {
    added: added.map(({ id, left, settled }) => ({ id: Number(id), left: Number(left), settled: Number(settled) })),
    notes: notes.map((note) => ({ ...note, amount: Number(note.amount), studentId: Number(note.studentId) })),
  };
}
