import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { Conflict, Refused } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { amount, checkbox, choice, day, id, line, optionalLine } from '#kernel/schemas.ts';
import { lockOpenInvoices } from '#features/receivables/open-invoices.ts';
import { placePayment } from '#features/receivables/place-payment.ts';
import { lockPayment, paymentName, receivePayment } from '#features/receivables/receive-payment.ts';
import { receiptNumber } from '#features/receivables/receivables.ts';
import { shareOldestFirst } from '#features/receivables/share-plan.ts';
import { lockStudent } from '#features/students/lock-student.ts';
import { askAboutTwins, findTwins } from '../counter/ask-about-twins.ts';
import { dayOfPayment } from '../counter/take-payment.ts';
import { findPayment } from '../records/find-payment.ts';

export const Place = z.object({ student_id: id });

/** Gives money in suspense to the child it is for; it pays the oldest dues first. */
export async function place(tx: Tx, actor: Actor, paymentId: number, { student_id }: z.infer<typeof Place>) {
  const { institutionId } = await findPayment(tx, actor, paymentId);
  allow(actor, 'payments.place', institutionId);
  const student = await lockStudent(tx, actor, student_id);
  if (student.institutionId !== institutionId)
    throw new Refused('student_id', 'This student belongs to another institution.');
  const open = await lockOpenInvoices(tx, institutionId, [student_id]);
  const payment = (await lockPayment(tx, institutionId, paymentId))!;
  if (!payment.inSuspense) throw new Conflict('This payment has been identified already.');
  await placePayment(tx, actor, payment, {
    shares: [shareOldestFirst(student_id, payment.amount, open)],
    day: today(membershipIn(actor, institutionId)!.timeZone),
  });
  await record(tx, actor, 'payments.place', {
    institutionId,
    summary: `identified ${paymentName(payment)}`,
    subject: { type: 'payment', id: paymentId },
    details: { student: student_id },
  });
  return paymentName(payment);
}

export const RecordUnknown = z.object({
  institutionId: id,
  amount: amount(),
  channel: choice({ transfer: 'Transfer', pos: 'POS' }),
  reference: line(100, 'The reference').transform((text) => text.toUpperCase()),
  reference_again: checkbox,
  day,
  payer_name: optionalLine(150, 'The payer’s name'),
  note: optionalLine(300, 'The note'),
});

/** Money that nobody can place yet waits in suspense. */
export async function recordUnknown(tx: Tx, actor: Actor, input: z.infer<typeof RecordUnknown>) {
  const { institutionId, amount: minor, channel, reference } = input;
  allow(actor, 'payments.place', institutionId);
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  const on = dayOfPayment(actor, institutionId, input.day, today(timeZone));
  const isConfirmed = input.reference_again;
  const sought = { institutionId, studentIds: [], amount: minor, channel, reference, isConfirmed };
  const referenceAgain = askAboutTwins(await findTwins(tx, sought), sought);
  const { id: paymentId, receipt } = await receivePayment(tx, actor, institutionId, {
    ...{ channel, reference, referenceAgain, amount: minor, day: on, shares: [] },
    ...{ payerName: input.payer_name, note: input.note },
  });
  await record(tx, actor, 'payments.recordUnknown', {
    institutionId,
    summary: `recorded ${formatMoney({ minor, currency })} that nobody could place (${receiptNumber(receipt!)})`,
    subject: { type: 'payment', id: paymentId },
  });
  return paymentId;
}
