import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { creditInvoice, lockInvoice } from '#features/money/invoices/credit-invoice.ts';
import { invoices } from '#features/money/invoices/invoices.schema.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { billedFee } from '../billed-fee.queries.ts';
import type { FoundFee } from '../runs/find-fee.ts';
import { nextDue } from '../items/bill-items.ts';
import { lessOf, type Difference } from './differences.queries.ts';
import { sumOf } from './item-changes.ts';

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
export async function creditAll(tx: Tx, actor: Actor, institutionId: number, differences: Difference[], given: Given) {
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
export async function addAll(tx: Tx, actor: Actor, fee: FoundFee, differences: Difference[], day: Day) {
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
