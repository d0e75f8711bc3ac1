import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { decimal } from '#kernel/money.ts';
import { amount, checkbox, id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { dayInBooks } from '#features/money/ledger/day-in-books.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { shareOldestFirst } from '#features/money/payments/share-plan.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';
import { receiveLine } from './clear-lines.ts';
import { refuseMoneyOut, refuseNamed, refuseTwin } from './line-guards.ts';
import { lockOpenLine, peekLine } from './take-lines.ts';

const mostShares = 30;

export const SplitLine = z.object({
  // 'shares.0.student_id', 'shares.0.amount' … of a form, or a list. Rows without a student are left out.
  shares: z.preprocess(
    (value) => (typeof value === 'object' && value !== null ? Object.values(value) : []).filter(isFilled),
    z
      .array(z.object({ student_id: id, amount: amount() }))
      .min(1, 'Choose a student.')
      .max(mostShares),
  ),
  /** Confirmed: not the payment that looks the same. */
  again: checkbox,
});

/** Records a line as one payment for several students, as a person split it. Each part pays the oldest dues first. */
export async function splitLine(
  tx: Tx,
  actor: Actor,
  lineId: number,
  { shares: wanted, again }: z.infer<typeof SplitLine>,
): Promise<string> {
  const { institutionId } = await peekLine(tx, actor, lineId);
  const studentIds = wanted.map(({ student_id }) => student_id);
  if (new Set(studentIds).size < studentIds.length)
    throw new ValidationError('shares', 'A student is listed twice. Put both amounts in one row.');
  const students = await lockStudents(tx, actor, studentIds);
  if (students.some((student) => student.institutionId !== institutionId))
    throw new ValidationError(
      'shares',
      'A student is in another institution. Choose students of the bank account’s own.',
    );
  const open = await lockOpenInvoices(tx, institutionId, studentIds);
  const line = await lockOpenLine(tx, institutionId, lineId);
  refuseMoneyOut(line);
  const sum = wanted.reduce((all, share) => all + share.amount, 0);
  if (sum !== line.amount)
    throw new ValidationError(
      'shares',
      `The amounts are ${decimal(sum)} in all, but the line is ${decimal(line.amount)}.`,
    );
  await refuseNamed(tx, institutionId, line, studentIds, again);
  if (!again) await refuseTwin(tx, institutionId, line, studentIds);
  const day = (await dayInBooks(tx, institutionId))(line.day);
  const shares = wanted.map((share) => shareOldestFirst(share.student_id, share.amount, open));
  const { id: made, receipt } = await receiveLine(tx, actor, line, shares, day);
  const name = receiptNumber(receipt!);
  await record(tx, actor, 'payments.splitLine', {
    institutionId,
    subject: { type: 'payment', id: made },
    summary: `recorded ${name} of ${decimal(line.amount)} from a bank statement for ${countOf(wanted.length, 'student')}`,
    details: { line: lineId, students: studentIds },
  });
  return `${name} recorded for ${countOf(wanted.length, 'student')}.`;
}

const isFilled = (row: unknown) =>
  typeof row === 'object' && row !== null && 'student_id' in row && row.student_id !== '';
