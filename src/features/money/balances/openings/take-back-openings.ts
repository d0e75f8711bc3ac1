import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { cancelInvoice, lockInvoice } from '#features/money/invoices/credit-invoice.ts';
import { openingBalances } from './openings.schema.ts';
import { lockPayment } from '#features/money/payments/receive-payment.ts';
import { reversePayment } from '#features/money/payments/corrections/reverse-payment.ts';
import type { ImportJob } from '#features/people/imports/kinds/kind.ts';
import { sharesOf } from '#features/money/payments/settle-pending.ts';

/** Opening balances of an import, and why one stays; null if it can be taken back. The students are locked. */
export async function openingsToUndo(tx: Tx, { institutionId, importId }: ImportJob) {
  const rows = await tx
    .select()
    .from(openingBalances)
    .where(
      and(
        eq(openingBalances.institutionId, institutionId),
        eq(openingBalances.importId, importId),
        isNull(openingBalances.undoneAt),
      ),
    )
    .orderBy(asc(openingBalances.studentId));
  const found: {
    id: number;
    studentId: number;
    amount: number;
    invoiceId: number | null;
    paymentId: number | null;
    reason: string | null;
  }[] = [];
  for (const { id, studentId, amount, invoiceId, paymentId } of rows) {
    const reason = invoiceId
      ? await paidBy(tx, institutionId, invoiceId, studentId!)
      : await usedBy(tx, institutionId, paymentId!, amount);
    found.push({ id, studentId: studentId!, amount, invoiceId, paymentId, reason });
  }
  return found;
}

async function paidBy(tx: Tx, institutionId: number, id: number, studentId: number): Promise<string | null> {
  const { settled, credited, cancelledAt, studentId: owner } = (await lockInvoice(tx, institutionId, id))!;
  if (cancelledAt) return 'has since been cancelled';
  if (owner !== studentId) return 'was merged into another record';
  if (settled > 0) return 'has been paid, wholly or in part';
  return credited > 0 ? 'was corrected by a credit note' : null;
}

/** Credit that paid an invoice by itself can be taken back: the invoice is open again. */
async function usedBy(tx: Tx, institutionId: number, id: number, amount: number): Promise<string | null> {
  const payment = (await lockPayment(tx, institutionId, id))!;
  if (payment.status !== 'successful') return 'was reversed or refunded since';
  const shares = await sharesOf(tx, payment);
  return shares.length === 1 && shares[0]!.amount === -amount ? null : 'was moved to another student';
}

/** Takes opening balances back by credit notes and reversing entries. */
export async function undoOpenings(tx: Tx, actor: Actor, job: ImportJob, day: Day, agreedBy: number | null) {
  const found = await openingsToUndo(tx, job);
  const { institutionId } = job;
  const reason = 'The import of opening balances was undone';
  for (const { id, invoiceId, paymentId } of found.filter((one) => one.reason === null)) {
    if (invoiceId)
      await cancelInvoice(tx, actor, (await lockInvoice(tx, institutionId, invoiceId))!, { reason, day, agreedBy });
    else await reversePayment(tx, actor, (await lockPayment(tx, institutionId, paymentId!))!, { reason, day });
    await tx
      .update(openingBalances)
      .set({ undoneAt: sql`now()` })
      .where(hasKey(openingBalances, institutionId, id));
  }
  return found;
}
