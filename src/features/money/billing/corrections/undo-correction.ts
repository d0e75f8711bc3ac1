import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { query, type Tx, hasKey } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { refuseOwnFamily } from '#kernel/own-family/own-family.ts';
import { requestApproval } from '#features/records/approvals/request-approval.ts';
import { cancelInvoice, lockInvoice } from '#features/money/invoices/credit-invoice.ts';
import { issueInvoices, type InvoiceDraft } from '#features/money/invoices/issue-invoices.ts';
import { mayGiveAlone } from '#features/money/invoices/may-give-alone.ts';
import { creditNoteNumber } from '#features/money/invoices/invoices.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';
import { countOf } from '#ui/format.ts';
import { lockFeeToBill } from '../runs/start-runs.ts';
import { becomesCredit, moneyOf } from '#features/money/invoices/corrections/cancel.ts';
import { undoHours } from './differences.queries.ts';
import { lockInvoicesOf } from './correct-invoices.ts';
import { feeCorrections } from './corrections.schema.ts';

export const undoCorrectionApproval = approvalKind({
  kind: 'fees.undoCorrection',
  label: 'Undone correction of invoices',
  permission: 'fees.approve',
  payload: z.object({ feeCorrectionId: z.number(), student_ids: z.array(z.number()), becomes: z.string() }),
  async act(tx, asker, { feeCorrectionId }, { decider }) {
    const done = await undoCorrection(tx, asker, feeCorrectionId, { agreedBy: decider.accountId });
    return { message: done.message };
  },
  details: (_reader, { becomes }) => becomesCredit(becomes),
});

interface Undone {
  feeId: number;
  message: string;
}

/**
 * Takes a correction back within a day: what it added is cancelled, what it took off is charged again. A second person
 * agrees to what that takes off, as for every debt that becomes smaller without money.
 */
export async function undoCorrection(
  tx: Tx,
  actor: Actor,
  correctionId: number,
  { agreedBy = null }: { agreedBy?: number | null } = {},
): Promise<Undone> {
  const { institutionId, feeId } = await lockCorrection(tx, actor, correctionId, agreedBy !== null);
  const fee = await lockFeeToBill(tx, actor, feeId);
  const students = await query<{ id: number }>(tx)`select distinct i.student_id as id from fee_correction_documents d
    join invoices i on (i.institution_id, i.id) = (d.institution_id, d.invoice_id)
    where d.institution_id = ${institutionId} and d.correction_id = ${correctionId} order by 1`;
  const studentIds = students.map(({ id }) => Number(id));
  await refuseOwnFamily(tx, actor, { students: studentIds }, { may: ['fees.bill'] });
  await lockStudents(tx, actor, studentIds);
  await lockInvoicesOf(tx, fee, studentIds);
  await refuseLater(tx, institutionId, correctionId);
  const { added, notes } = await documentsOf(tx, institutionId, correctionId);
  const less = added.reduce((sum, { left }) => sum + left, 0);
  const paid = added.reduce((sum, { settled }) => sum + settled, 0);
  const inWords = `the correction of ${countOf(studentIds.length, 'student')} in ${fee.title}`;
  if (agreedBy === null && (paid > 0 || !(await mayGiveAlone(tx, actor, institutionId, less)))) {
    const becomes = paid > 0 ? moneyOf(actor, institutionId, paid) : '';
    const { message } = await requestApproval(tx, actor, undoCorrectionApproval, {
      institutionId,
      subject: { type: 'fee', id: feeId },
      about: 'undo correction',
      payload: { feeCorrectionId: correctionId, student_ids: studentIds, becomes },
      summary: `undo ${inWords}: ${moneyOf(actor, institutionId, less)} less${becomes && `, of which ${becomes} was paid`}`,
    });
    return { feeId, message };
  }
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  for (const { id } of added) {
    const invoice = (await lockInvoice(tx, institutionId, id))!;
    await cancelInvoice(tx, actor, invoice, { reason: 'Correction undone', day, agreedBy });
  }
  await issueInvoices(
    tx,
    actor,
    institutionId,
    notes.map(({ studentId, parentId, title, number, amount, lines, sessionId, termId, batchId }): InvoiceDraft => ({
      studentId,
      kind: 'correction',
      title: `Undone ${creditNoteNumber(number)}: ${title}`.slice(0, 160),
      issuedOn: day,
      feeId,
      parentId,
      sessionId,
      termId,
      batchId,
      lines: lines.map((line) => ({ ...line, name: `Undone ${creditNoteNumber(number)}` })),
      dues: [{ dueOn: day, amount }],
    })),
  );
  await tx
    .update(feeCorrections)
    .set({ undoneAt: sql`now()` })
    .where(hasKey(feeCorrections, institutionId, correctionId));
  await record(tx, actor, 'fees.undoCorrection', {
    institutionId,
    summary: `undid ${inWords}`,
    subject: { type: 'fee', id: feeId },
    details: { correction: correctionId, students: studentIds },
  });
  return { feeId, message: `The correction was undone for ${countOf(studentIds.length, 'student')}.` };
}

async function lockCorrection(tx: Tx, actor: Actor, id: number, isAgreed: boolean) {
  const [row] = await tx
    .select({
      institutionId: feeCorrections.institutionId,
      feeId: feeCorrections.feeId,
      undoneAt: feeCorrections.undoneAt,
      isRecent: sql<boolean>`${feeCorrections.createdAt} > now() - make_interval(hours => ${undoHours})`,
    })
    .from(feeCorrections)
    .where(and(eq(feeCorrections.id, id), inArray(feeCorrections.institutionId, institutionsWhere(actor, 'fees.view'))))
    .for('no key update');
  if (!row) throw new NotFound('correction');
  allow(actor, 'fees.bill', row.institutionId);
  if (row.undoneAt) throw new Conflict('This correction has already been undone.');
  if (!row.isRecent && !isAgreed)
    throw new Conflict(
      `A correction can be undone for ${undoHours} hours. Edit the fee and correct its invoices again instead.`,
    );
  return row;
}

async function refuseLater(tx: Tx, institutionId: number, correctionId: number): Promise<void> {
  const later = await query(
    tx,
    sql`select from fee_correction_items c
      join fee_correction_items l on (l.institution_id, l.invoice_id) = (c.institution_id, c.invoice_id)
        and l.correction_id > c.correction_id
      join fee_corrections k on (k.institution_id, k.id) = (l.institution_id, l.correction_id) and k.undone_at is null
      where c.institution_id = ${institutionId} and c.correction_id = ${correctionId} limit 1`,
  );
  if (later.length > 0)
    throw new Conflict('These invoices have been corrected again since. Undo the later correction first.');
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
async function documentsOf(tx: Tx, institutionId: number, correctionId: number) {
  const added = await query<{ id: number; left: number; settled: number }>(tx)`
    select a.id, a.total - a.credited as left, a.settled from fee_correction_documents d
    join invoices a on (a.institution_id, a.id) = (d.institution_id, d.added_id) and a.cancelled_at is null
    where d.institution_id = ${institutionId} and d.correction_id = ${correctionId} order by a.id`;
  const notes = await query<NoteRow>(tx)`
    select i.student_id as "studentId", i.id as "parentId", i.title, n.number, n.amount, i.session_id as "sessionId",
      i.term_id as "termId", i.batch_id as "batchId", (
        select json_agg(json_build_object('ledgerAccountId', x.ledger_account_id, 'amount', x.amount) order by x.amount desc)
        from (select l.ledger_account_id, sum(l.amount) as amount from ledger_entries e
          join ledger_lines l on (l.institution_id, l.entry_id) = (e.institution_id, e.id) and l.student_id is null
          where e.institution_id = n.institution_id and e.source = 'credit_note' and e.source_id = n.id
          group by 1 having sum(l.amount) <> 0) x) as lines
    from fee_correction_documents d
    join credit_notes n on (n.institution_id, n.id) = (d.institution_id, d.credit_note_id)
    join invoices i on (i.institution_id, i.id) = (d.institution_id, d.invoice_id) and i.cancelled_at is null
    where d.institution_id = ${institutionId} and d.correction_id = ${correctionId} order by n.id`;
  return {
    added: added.map(({ id, left, settled }) => ({ id: Number(id), left: Number(left), settled: Number(settled) })),
    notes: notes.map((note) => ({ ...note, amount: Number(note.amount), studentId: Number(note.studentId) })),
  };
}
