import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { today } from '#kernel/dates.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { amount, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { requestApproval, Requested } from '#features/records/approvals/request-approval.ts';
import { creditInvoice } from '../credit-invoice.ts';
import { mayGiveAlone } from '../may-give-alone.ts';
import { creditNoteNumber, invoiceNumber } from '../invoices.ts';
import { deleteChoices } from '#features/money/fees/items/delete-choices.ts';
import { refuseCorrected, lockInvoiceOf, becomesCredit, moneyOf, requestAbout } from './cancel.ts';
import { and, asc, eq } from 'drizzle-orm';
import { creditNotes, invoiceLines } from '../invoices.schema.ts';
import { discountSchemes, feeParticulars } from '#features/money/fees/fees.schema.ts';
import { spread } from '#features/money/fees/amounts/spread.ts';

interface Invoice {
  institutionId: number;
  id: number;
  number: number;
}

/**
 * An optional item that an invoice charges and no credit note has taken back: its name, and what it adds to each account.
 * The invoice is locked.
 */
async function itemToCredit(tx: Tx, { institutionId, id, number }: Invoice, particularId: number) {
  const [item] = await tx
    .select({ name: invoiceLines.name })
    .from(invoiceLines)
    .innerJoin(
      feeParticulars,
      and(
        eq(feeParticulars.institutionId, invoiceLines.institutionId),
        eq(feeParticulars.id, invoiceLines.particularId),
        eq(feeParticulars.isOptional, true),
      ),
    )
    .where(
      and(
        eq(invoiceLines.institutionId, institutionId),
        eq(invoiceLines.invoiceId, id),
        eq(invoiceLines.particularId, particularId),
      ),
    );
  if (!item) throw new ValidationError('form', `${invoiceNumber(number)} has no such optional item. Reload the page.`);
  const [note] = await tx
    .select({ number: creditNotes.number })
    .from(creditNotes)
    .where(
      and(
        eq(creditNotes.institutionId, institutionId),
        eq(creditNotes.invoiceId, id),
        eq(creditNotes.particularId, particularId),
      ),
    );
  if (note) throw new Conflict(`${item.name} was already removed by ${creditNoteNumber(note.number)} already.`);
  const lines = await linesOf(tx, institutionId, id);
  return {
    name: item.name,
    parts: itemParts(lines, particularId).map(({ line, amount }) => ({ to: Number(line.ledgerAccountId), amount })),
  };
}

const linesOf = (tx: Tx, institutionId: number, invoiceId: number) =>
  tx
    .select({
      amount: invoiceLines.amount,
      categoryId: invoiceLines.categoryId,
      particularId: invoiceLines.particularId,
      ledgerAccountId: invoiceLines.ledgerAccountId,
      covers: discountSchemes.feeCategoryId,
    })
    .from(invoiceLines)
    .leftJoin(discountSchemes, hasKey(discountSchemes, invoiceLines.institutionId, invoiceLines.schemeId))
    .where(and(eq(invoiceLines.institutionId, institutionId), eq(invoiceLines.invoiceId, invoiceId)))
    .orderBy(asc(invoiceLines.position));

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

export interface WorthLine {
  amount: number;
  categoryId: number | null;
  particularId: number | null;
  /** Of a discount: the category whose charges it covers; null for all. */
  covers: number | null;
}

/** What an item adds to an invoice: its charge less its part of the discounts, which are spread as they were applied. */
export const netItemAmount = (lines: readonly WorthLine[], particularId: number): number =>
  itemParts(lines, particularId).reduce((sum, { amount }) => sum + amount, 0);

/** The same by line: the charge, and its part of each discount below zero. */
export function itemParts<Line extends WorthLine>(
  lines: readonly Line[],
  particularId: number,
): { line: Line; amount: number }[] {
  const charges = lines.filter(({ amount }) => amount > 0).map((line) => ({ line, left: line.amount }));
  const own = charges.find(({ line }) => line.particularId === particularId);
  if (!own) return [];
  const parts = [{ line: own.line, amount: own.left }];
  for (const line of lines.filter(({ amount }) => amount < 0)) {
    const covered = charges.filter((charge) => (line.covers ?? charge.line.categoryId) === charge.line.categoryId);
    const most = covered.reduce((sum, { left }) => sum + left, 0);
    const shares = spread(
      Math.min(-line.amount, most),
      covered.map(({ left }) => left),
    );
    for (const [at, charge] of covered.entries()) {
      charge.left -= shares[at]!;
      if (charge === own && shares[at]! > 0) parts.push({ line, amount: -shares[at]! });
    }
  }
  return parts;
}
