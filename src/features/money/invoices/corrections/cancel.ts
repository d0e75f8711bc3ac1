import { and, eq, isNull, lt, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor, allow, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { requestApproval, Requested } from '#features/records/approvals/request-approval.ts';
import { cancelInvoice, type LockedInvoice, lockInvoice } from '../credit-invoice.ts';
import { invoices } from '../invoices.schema.ts';
import { mayGiveAlone } from '../may-give-alone.ts';
import { invoiceNumber } from '../invoices.ts';
import { deleteChoices } from '#features/money/fees/items/delete-choices.ts';
import type { Permission } from '#kernel/permissions.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { formatMoney } from '#kernel/money.ts';
import { textName } from '#ui/format.ts';

/** An invoice with its student, both locked in that order; NotFound unless the actor can see both. */
export async function lockInvoiceOf(tx: Tx, actor: Actor, id: number, permission: Permission) {
  const [found] = await tx
    .select({ institutionId: invoices.institutionId, studentId: invoices.studentId })
    .from(invoices)
    .where(and(eq(invoices.id, id), inArray(invoices.institutionId, institutionsWhere(actor, 'fees.view'))));
  if (!found) throw new NotFound('invoice');
  allow(actor, permission, found.institutionId);
  const student = await lockStudent(tx, actor, found.studentId);
  const invoice = (await lockInvoice(tx, found.institutionId, id))!;
  return { invoice, student, open: invoice.total - invoice.settled - invoice.credited };
}
export type InvoiceOf = Awaited<ReturnType<typeof lockInvoiceOf>>;

/** What a request says: its subject is the student, so that an erasure empties it. */
export function requestAbout({ invoice, student }: InvoiceOf, act: string) {
  return {
    institutionId: invoice.institutionId,
    subject: { type: 'student', id: student.id },
    about: `${act}:${invoice.id}`,
    who: `${textName(student)}, ${student.admissionNumber}`,
    number: invoiceNumber(invoice.number),
  };
}

export const moneyOf = (actor: Actor, institutionId: number, minor: number) =>
  formatMoney({ minor, currency: membershipIn(actor, institutionId)!.currency });

/** The line of a request about what was paid; none if nothing was. */
export const becomesCredit = (becomes: string): [string, string][] => (becomes ? [['Becomes credit', becomes]] : []);

export const CancelInvoice = z.object({ reason: line(300, 'The reason') });

export const cancelApproval = approvalKind({
  kind: 'fees.cancel',
  label: 'Cancelled invoice',
  permission: 'fees.approve',
  payload: CancelInvoice.extend({ invoiceId: z.number(), who: z.string(), becomes: z.string() }),
  async act(tx, asker, { invoiceId, reason }, { decider }) {
    const done = await cancelOne(tx, asker, invoiceId, { reason }, { agreedBy: decider.accountId });
    return { message: done instanceof Requested ? done.message : `${done} was cancelled.` };
  },
  details: (_reader, { who, reason, becomes }) => [['Student', who], ['Reason', reason], ...becomesCredit(becomes)],
});

/**
 * Cancels an invoice. A second person agrees first if something was paid for it, which becomes credit, or if it is more
 * than somebody may take off alone.
 */
export async function cancelOne(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason }: z.infer<typeof CancelInvoice>,
  { agreedBy = null }: { agreedBy?: number | null } = {},
): Promise<string | Requested> {
  const found = await lockInvoiceOf(tx, actor, id, 'fees.bill');
  const { invoice } = found;
  const { institutionId, settled } = invoice;
  const amount = invoice.total - invoice.credited;
  const number = invoiceNumber(invoice.number);
  if (invoice.cancelledAt) throw new Conflict(`${number} is already cancelled.`);
  await refuseCorrected(tx, invoice);
  if (agreedBy === null && (settled > 0 || !(await mayGiveAlone(tx, actor, institutionId, amount)))) {
    const { who, number: _, ...about } = requestAbout(found, 'cancel');
    const becomes = settled > 0 ? moneyOf(actor, institutionId, settled) : '';
    return requestApproval(tx, actor, cancelApproval, {
      ...about,
      payload: { reason, invoiceId: id, who, becomes },
      summary: becomes
        ? `cancel ${number}, of which ${becomes} was paid`
        : `cancel ${number} of ${moneyOf(actor, institutionId, amount)}`,
    });
  }
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  await cancelInvoice(tx, actor, invoice, { reason, day, agreedBy });
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

/** What corrects an invoice is cancelled first: nothing would be left that it adds to, and the fee could be billed again. */
export async function refuseCorrected(tx: Tx, { institutionId, id, number }: LockedInvoice): Promise<void> {
  const [added] = await tx
    .select({ number: invoices.number })
    .from(invoices)
    .where(
      and(
        eq(invoices.institutionId, institutionId),
        eq(invoices.parentId, id),
        eq(invoices.kind, 'correction'),
        isNull(invoices.cancelledAt),
        lt(invoices.credited, invoices.total),
      ),
    )
    .limit(1);
  if (added)
    throw new Conflict(
      `${invoiceNumber(added.number)} corrects ${invoiceNumber(number)}. Cancel ${invoiceNumber(added.number)} first.`,
    );
}
