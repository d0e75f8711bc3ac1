import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { requestApproval, Requested } from '#features/approvals/request-approval.ts';
import { cancelInvoice } from '#features/receivables/credit-invoice.ts';
import { invoiceNumber } from '#features/receivables/receivables.ts';
import { deleteChoices } from '../items/delete-choices.ts';
import { lockInvoiceOf } from './lock-invoice-of.ts';
import { moneyOf, requestAbout } from './second-person.ts';

export const CancelInvoice = z.object({ reason: line(300, 'The reason') });

export const cancelApproval = approvalKind({
  kind: 'fees.cancel',
  label: 'Cancelled invoice',
  permission: 'fees.approve',
  payload: CancelInvoice.extend({ invoiceId: z.number(), who: z.string(), becomes: z.string() }),
  async act(tx, asker, { invoiceId, reason }) {
    const done = await cancelOne(tx, asker, invoiceId, { reason }, { approved: true });
    return { message: done instanceof Requested ? done.message : `${done} was cancelled.` };
  },
  details: (_reader, { who, reason, becomes }) => [
    ['Student', who],
    ['Reason', reason],
    ['Becomes credit', becomes],
  ],
});

/** Cancels an invoice. If something was paid for it, that becomes credit and a second person agrees first. */
export async function cancelOne(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason }: z.infer<typeof CancelInvoice>,
  { approved = false } = {},
): Promise<string | Requested> {
  const found = await lockInvoiceOf(tx, actor, id, 'fees.bill');
  const { invoice } = found;
  const { institutionId, settled } = invoice;
  const number = invoiceNumber(invoice.number);
  if (invoice.cancelledAt) throw new Conflict(`${number} is already cancelled.`);
  if (settled > 0 && !approved) {
    const { who, number: _, ...about } = requestAbout(found, 'cancel');
    const becomes = moneyOf(actor, institutionId, settled);
    return requestApproval(tx, actor, cancelApproval, {
      ...about,
      payload: { reason, invoiceId: id, who, becomes },
      summary: `cancel ${number}, of which ${becomes} was paid`,
    });
  }
  await cancelInvoice(tx, actor, invoice, reason, today(membershipIn(actor, institutionId)!.timeZone));
  if (invoice.kind === 'item')
    await deleteChoices(tx, institutionId, [{ studentId: invoice.studentId, particularId: invoice.particularId! }]);
  await record(tx, actor, 'fees.cancel', {
    institutionId,
    summary: `cancelled ${number}`,
    subject: { type: 'invoice', id },
    details: { reason, becameCredit: settled },
  });
  return number;
}
