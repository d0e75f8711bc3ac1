import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { amount, line } from '#kernel/schemas.ts';
import { requestApproval, Requested } from '#features/records/approvals/request-approval.ts';
import { creditInvoice } from '#features/money/invoices/credit-invoice.ts';
import { receivePayment } from '../receive-payment.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import { lockInvoiceOf, type InvoiceOf, moneyOf, requestAbout } from '#features/money/invoices/corrections/cancel.ts';

export const Waiver = z.object({
  how: z.enum(['waiver', 'write_off'], 'Choose a waiver or a write-off.'),
  amount: amount(),
  reason: line(300, 'The reason'),
});
type Waiver = z.infer<typeof Waiver>;

const verbs = { waiver: 'waive', write_off: 'write off' } as const;

export const waiveApproval = approvalKind({
  kind: 'fees.waive',
  label: 'Waiver or write-off',
  permission: 'fees.approve',
  payload: Waiver.extend({ invoiceId: z.number(), who: z.string() }),
  async act(tx, asker, { invoiceId, who: _, ...input }, { decider }) {
    const done = await waive(tx, asker, invoiceId, input, { agreedBy: decider.accountId });
    return { message: done instanceof Requested ? done.message : done };
  },
  details: (_reader, { who, reason }) => [
    ['Student', who],
    ['Reason', reason],
  ],
});

/**
 * Lets a student off part of what an invoice leaves to pay, always after a second person has agreed. A waiver is a
 * payment without money; a write-off is a credit note against bad debts.
 */
export async function waive(
  tx: Tx,
  actor: Actor,
  id: number,
  input: Waiver,
  { agreedBy = null }: { agreedBy?: number | null } = {},
): Promise<string | Requested> {
  const found = await lockInvoiceOf(tx, actor, id, 'fees.waive');
  const { invoice, open } = found;
  const { institutionId } = invoice;
  const number = invoiceNumber(invoice.number);
  if (invoice.cancelledAt) throw new Conflict(`${number} is cancelled.`);
  if (open === 0) throw new Conflict(`Nothing is left to pay of ${number}.`);
  const verb = verbs[input.how];
  if (input.amount > open)
    throw new ValidationError('amount', `${moneyOf(actor, institutionId, open)} is left to pay. Enter that or less.`);
  const summary = `${verb} ${moneyOf(actor, institutionId, input.amount)} of ${number}`;
  if (agreedBy === null) {
    const { who, number: _, ...about } = requestAbout(found, verb);
    return requestApproval(tx, actor, waiveApproval, { ...about, payload: { ...input, invoiceId: id, who }, summary });
  }
  await act(tx, actor, found, { ...input, agreedBy });
  const past = `${{ waiver: 'waived', write_off: 'wrote off' }[input.how]} ${moneyOf(actor, institutionId, input.amount)} of ${number}`;
  await record(tx, actor, 'fees.waive', {
    institutionId,
    summary: past,
    subject: { type: 'invoice', id },
    details: { how: input.how, amount: input.amount, reason: input.reason },
  });
  return `${moneyOf(actor, institutionId, input.amount)} of ${number} was ${input.how === 'waiver' ? 'waived' : 'written off'}.`;
}

async function act(
  tx: Tx,
  actor: Actor,
  { invoice }: InvoiceOf,
  { how, amount: part, reason, agreedBy }: Waiver & { agreedBy: number },
): Promise<void> {
  const { institutionId, studentId, id: invoiceId } = invoice;
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  if (how === 'write_off')
    await creditInvoice(tx, actor, invoice, { kind: 'write_off', amount: part, reason, day, agreedBy });
  else
    await receivePayment(tx, actor, institutionId, {
      channel: 'waiver',
      amount: part,
      day,
      note: reason,
      agreedBy,
      shares: [{ studentId, amount: part, allocations: [{ invoiceId, amount: part }] }],
    });
}
