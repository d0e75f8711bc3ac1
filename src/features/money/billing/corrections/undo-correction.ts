import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { query, type Tx } from '#kernel/database.ts';
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
import { lockFeeToBill } from '../runs/lock-fee.ts';
import { becomesCredit, moneyOf } from '#features/money/invoices/corrections/second-person.ts';
import { undoHours } from './corrections.queries.ts';
import { lockInvoicesOf } from './correcting-documents.ts';
import { feeCorrections } from './corrections.schema.ts';
import { documentsOf, refuseLater } from './undo.queries.ts';

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
  const students = await query<{ id: number }>(
    tx,
    sql`select distinct i.student_id as id from fee_correction_documents d
      join invoices i on (i.institution_id, i.id) = (d.institution_id, d.invoice_id)
      where d.institution_id = ${institutionId} and d.correction_id = ${correctionId} order by 1`,
  );
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
    .where(and(eq(feeCorrections.institutionId, institutionId), eq(feeCorrections.id, correctionId)));
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
  if (row.undoneAt) throw new Conflict('This correction was undone already.');
  if (!row.isRecent && !isAgreed)
    throw new Conflict(
      `A correction can be undone for ${undoHours} hours. Edit the fee and correct its invoices again instead.`,
    );
  return row;
}
