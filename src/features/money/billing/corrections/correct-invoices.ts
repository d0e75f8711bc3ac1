import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import type { Tx } from '#kernel/database.ts';
import { today, type Day } from '#kernel/dates.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { mayGiveAlone } from '#features/money/invoices/may-give-alone.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';
import { countOf } from '#ui/format.ts';
import { lockFeeToBill, type FoundFee } from '../runs/start-runs.ts';
import { ticked } from '../runs/act-on-proposals.ts';
import { becomesCredit, moneyOf } from '#features/money/invoices/corrections/cancel.ts';
import { feeCorrectionDocuments, feeCorrectionItems, feeCorrections } from './corrections.schema.ts';
import {
  changesOf,
  correctedAtOnce,
  lessOf,
  paidOf,
  readDifferences,
  type Difference,
  sumOf,
} from './differences.queries.ts';
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { creditInvoice, lockInvoice } from '#features/money/invoices/credit-invoice.ts';
import { invoices } from '#features/money/invoices/invoices.schema.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { billedFee } from '../draft-bills.ts';
import { nextDue } from '../items/bill-items.ts';

/** Those of the fee, with what corrects them. */
export const lockInvoicesOf = (tx: Tx, { institutionId, id }: Pick<FoundFee, 'institutionId' | 'id'>, ids: number[]) =>
  tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.institutionId, institutionId), eq(invoices.feeId, id), inArray(invoices.studentId, ids)))
    .orderBy(asc(invoices.id))
    .for('no key update');

interface Given {
  reason: string;
  day: Day;
  agreedBy: number | null;
}

/** Credit notes for what was charged too much: of the invoice itself, then of what earlier corrections added to it. */
async function creditAll(tx: Tx, actor: Actor, institutionId: number, differences: Difference[], given: Given) {
  const notes: { invoiceId: number; creditNoteId: number; addedId: null }[] = [];
  for (const difference of differences) {
    let left = lessOf(difference);
    const item = difference.less.map(({ ledgerAccountId: to, amount }) => ({ to, amount: -amount }));
    for (const id of left > 0 ? await chargedBy(tx, institutionId, difference.invoiceId) : []) {
      // Read again each time: what was paid for the one before may pay for it by now.
      const invoice = (await lockInvoice(tx, institutionId, id))!;
      const amount = Math.min(left, invoice.total - invoice.credited);
      if (amount === 0) continue;
      left -= amount;
      const note = await creditInvoice(tx, actor, invoice, { ...given, kind: 'correction', amount, item });
      notes.push({ invoiceId: difference.invoiceId, creditNoteId: note.id, addedId: null });
    }
  }
  return notes;
}

async function chargedBy(tx: Tx, institutionId: number, invoiceId: number): Promise<number[]> {
  const added = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.institutionId, institutionId),
        eq(invoices.parentId, invoiceId),
        eq(invoices.kind, 'correction'),
        isNull(invoices.cancelledAt),
      ),
    )
    .orderBy(desc(invoices.id));
  return [invoiceId, ...added.map(({ id }) => id)];
}

/** One invoice with what an invoice charged too little, due with the fee's next instalment. */
async function addAll(tx: Tx, actor: Actor, fee: FoundFee, differences: Difference[], day: Day) {
  const { institutionId, id: feeId } = fee;
  const raised = differences.filter(({ more }) => more.length > 0);
  if (raised.length === 0) return [];
  const dueOn = nextDue(await billedFee(tx, institutionId, feeId), day);
  const ids = await issueInvoices(
    tx,
    actor,
    institutionId,
    raised.map(({ studentId, invoiceId, title, sessionId, termId, batchId, more }) => ({
      studentId,
      kind: 'correction' as const,
      title: `Correction: ${title}`.slice(0, 160),
      issuedOn: day,
      feeId,
      parentId: invoiceId,
      sessionId,
      termId,
      batchId,
      lines: more,
      dues: [{ dueOn, amount: sumOf(more) }],
    })),
  );
  return raised.map(({ invoiceId }, at) => ({ invoiceId, creditNoteId: null, addedId: ids[at]! }));
}

export const CorrectInvoices = z.object({
  student_ids: ticked('correct', correctedAtOnce),
  reason: line(300, 'The reason'),
});
type Correct = z.output<typeof CorrectInvoices>;

export const correctApproval = approvalKind({
  kind: 'fees.correct',
  label: 'Corrected invoices',
  permission: 'fees.approve',
  payload: z.object({
    feeId: z.number(),
    student_ids: z.array(z.number()),
    reason: z.string(),
    becomes: z.string(),
    /** What the second person agrees to take off, in minor units. */
    less: z.number(),
  }),
  async act(tx, asker, { feeId, student_ids, reason, less }, { decider }) {
    const agreed = { by: decider.accountId!, less };
    const done = await correctInvoices(tx, asker, feeId, { student_ids, reason }, agreed);
    return { message: done.message };
  },
  details: (_reader, { reason, becomes }) => [['Reason', reason], ...becomesCredit(becomes)],
});

/**
 * Corrects the issued invoices of ticked students to what the fee says now: a credit note for what they charge too much,
 * an invoice for what they charge too little. One request for all of them waits for a second person if something that was
 * paid becomes credit, or if together it is more than somebody may take off alone.
 */
export async function correctInvoices(
  tx: Tx,
  actor: Actor,
  feeId: number,
  { student_ids: studentIds, reason }: Correct,
  agreed: { by: number; less: number } | null = null,
): Promise<Requested | { id: number; message: string }> {
  const fee = await lockFeeToBill(tx, actor, feeId);
  const { institutionId } = fee;
  await lockStudents(tx, actor, studentIds);
  await lockInvoicesOf(tx, fee, studentIds);
  const differences = changesOf(await readDifferences(tx, fee, { studentIds }));
  if (differences.length === 0)
    throw new ValidationError('student_ids', 'These invoices have since been corrected or cancelled. Reload the page.');
  const less = total(differences, lessOf);
  const more = total(differences, (one) => sumOf(one.more));
  const paid = total(differences, paidOf);
  const inWords = `${countOf(differences.length, 'invoice')} of ${fee.title}: ${wordsOf(actor, institutionId, less, more)}`;
  if (agreed && less > agreed.less)
    throw new Conflict('The fee or its invoices changed since this was requested. Decline it and request it again.');
  if (!agreed && (paid > 0 || !(await mayGiveAlone(tx, actor, institutionId, less)))) {
    const becomes = paid > 0 ? moneyOf(actor, institutionId, paid) : '';
    return requestApproval(tx, actor, correctApproval, {
      institutionId,
      subject: { type: 'fee', id: feeId },
      about: 'correct',
      payload: { feeId, student_ids: studentIds, reason, becomes, less },
      summary: `correct ${inWords}${becomes && `, of which ${becomes} was paid`}`,
    });
  }
  const [correction] = await tx
    .insert(feeCorrections)
    .values({ institutionId, feeId, reason, accountId: actor.accountId })
    .returning({ id: feeCorrections.id });
  const correctionId = correction!.id;
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  await insertMany(
    tx,
    feeCorrectionItems,
    differences.flatMap(({ invoiceId, items }) =>
      items.map(({ particularId, was, becomes }) => ({
        institutionId,
        correctionId,
        invoiceId,
        particularId,
        was,
        becomes,
      })),
    ),
  );
  const notes = await creditAll(tx, actor, institutionId, differences, { reason, day, agreedBy: agreed?.by ?? null });
  const added = await addAll(tx, actor, fee, differences, day);
  await insertMany(
    tx,
    feeCorrectionDocuments,
    [...notes, ...added].map((document) => ({ institutionId, correctionId, ...document })),
  );
  await record(tx, actor, 'fees.correct', {
    institutionId,
    summary: `corrected ${inWords}`,
    subject: { type: 'fee', id: feeId },
    details: { correction: correctionId, students: studentIds, reason, less, more },
  });
  return {
    id: correctionId,
    message: `${countOf(differences.length, 'invoice was', 'invoices were')} corrected: ${wordsOf(actor, institutionId, less, more)}.`,
  };
}

const total = (rows: Difference[], of: (row: Difference) => number) => rows.reduce((sum, row) => sum + of(row), 0);

const wordsOf = (actor: Actor, institutionId: number, less: number, more: number) =>
  [less > 0 && `${moneyOf(actor, institutionId, less)} less`, more > 0 && `${moneyOf(actor, institutionId, more)} more`]
    .filter((part) => part !== false)
    .join(', ');
