import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import type { Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { mayGiveAlone } from '#features/money/invoices/may-give-alone.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';
import { countOf } from '#ui/format.ts';
import { lockFeeToBill } from '../runs/lock-fee.ts';
import { ticked } from '../runs/ticked.ts';
import { becomesCredit, moneyOf } from '#features/money/invoices/corrections/second-person.ts';
import { addAll, creditAll, lockInvoicesOf } from './correcting-documents.ts';
import { feeCorrectionDocuments, feeCorrectionItems, feeCorrections } from './corrections.schema.ts';
import { changesOf, correctedAtOnce, lessOf, paidOf, readDifferences, type Difference } from './differences.queries.ts';
import { sumOf } from './item-changes.ts';

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
    throw new ValidationError('student_ids', 'These invoices were corrected or cancelled meanwhile. Reload the page.');
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
