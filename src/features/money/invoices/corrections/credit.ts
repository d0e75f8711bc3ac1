import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { amount, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { requestApproval, Requested } from '#features/records/approvals/request-approval.ts';
import { creditInvoice } from '../credit-invoice.ts';
import { mayGiveAlone } from '../may-give-alone.ts';
import { creditNoteNumber, invoiceNumber } from '../invoices.ts';
import { deleteChoices } from '#features/money/fees/items/delete-choices.ts';
import { itemToCredit } from './item-to-credit.ts';
import { refuseCorrected } from './cancel.ts';
import { lockInvoiceOf } from './lock-invoice-of.ts';
import { becomesCredit, moneyOf, requestAbout } from './second-person.ts';

export const CreditNote = z.object({
  amount: amount(),
  reason: line(300, 'The reason'),
  /** The optional item that it takes back. */
  item_id: emptyIsNull(id).default(null),
});
type CreditNote = z.infer<typeof CreditNote>;

export const creditApproval = approvalKind({
  kind: 'fees.credit',
  label: 'Credit note',
  permission: 'fees.approve',
  payload: CreditNote.extend({ invoiceId: z.number(), who: z.string(), becomes: z.string() }),
  async act(tx, asker, { invoiceId, who: _, becomes: __, ...input }, { decider }) {
    const done = await addCreditNote(tx, asker, invoiceId, input, { agreedBy: decider.accountId });
    return done instanceof Requested ? { message: done.message } : { message: `${done} was issued.` };
  },
  details: (_reader, { who, reason, becomes }) => [['Student', who], ['Reason', reason], ...becomesCredit(becomes)],
});

/**
 * Corrects an invoice by a credit note, at most by what is not credited yet. A second person agrees first if some of it was
 * paid, which becomes credit that can be paid out, or if it is more than somebody may take off alone.
 */
export async function addCreditNote(
  tx: Tx,
  actor: Actor,
  invoiceId: number,
  input: CreditNote,
  { agreedBy = null }: { agreedBy?: number | null } = {},
): Promise<string | Requested> {
  const found = await lockInvoiceOf(tx, actor, invoiceId, 'fees.bill');
  const { invoice, open } = found;
  const { institutionId } = invoice;
  if (invoice.cancelledAt) throw new Conflict(`${invoiceNumber(invoice.number)} is cancelled.`);
  const most = invoice.total - invoice.credited;
  if (input.amount > most)
    throw new ValidationError('amount', `${moneyOf(actor, institutionId, most)} can be credited at most.`);
  const item = input.item_id === null ? null : await itemToCredit(tx, invoice, input.item_id);
  const tooMuch = input.amount - open;
  if (agreedBy === null && (tooMuch > 0 || !(await mayGiveAlone(tx, actor, institutionId, input.amount)))) {
    const { who, number, ...about } = requestAbout(found, 'credit');
    const becomes = tooMuch > 0 ? moneyOf(actor, institutionId, tooMuch) : '';
    return requestApproval(tx, actor, creditApproval, {
      ...about,
      payload: { ...input, invoiceId, who, becomes },
      summary: `credit ${moneyOf(actor, institutionId, input.amount)} of ${number}${becomes && `, of which ${becomes} was paid`}`,
    });
  }
  // The invoice of an item is nothing but the item.
  const isGone = invoice.kind === 'item' && input.amount === most;
  if (isGone) await refuseCorrected(tx, invoice);
  const note = await creditInvoice(tx, actor, invoice, {
    kind: isGone ? 'cancellation' : 'correction',
    amount: input.amount,
    reason: input.reason,
    particularId: input.item_id ?? undefined,
    item: item?.parts ?? [],
    day: today(membershipIn(actor, institutionId)!.timeZone),
    agreedBy,
  });
  const freed = isGone ? invoice.particularId : input.item_id;
  if (freed) await deleteChoices(tx, institutionId, [{ studentId: invoice.studentId, particularId: freed }]);
  const number = creditNoteNumber(note.number);
  await record(tx, actor, 'fees.credit', {
    institutionId,
    summary: `issued ${number} for ${invoiceNumber(invoice.number)}`,
    subject: { type: 'invoice', id: invoiceId },
    details: { amount: input.amount, reason: input.reason, ...(item && { item: item.name }) },
  });
  return number;
}
