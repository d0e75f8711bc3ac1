import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { creditNotes, invoiceLines } from '../invoices.schema.ts';
import { creditNoteNumber, invoiceNumber } from '../invoices.ts';
import { discountSchemes, feeParticulars } from '#features/money/fees/fees.schema.ts';
import { itemParts } from './net-item-amount.ts';

interface Invoice {
  institutionId: number;
  id: number;
  number: number;
}

/**
 * An optional item that an invoice charges and no credit note has taken back: its name, and what it adds to each account.
 * The invoice is locked.
 */
export async function itemToCredit(tx: Tx, { institutionId, id, number }: Invoice, particularId: number) {
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
  if (note) throw new Conflict(`${item.name} was taken back by ${creditNoteNumber(note.number)} already.`);
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
    .leftJoin(
      discountSchemes,
      and(eq(discountSchemes.institutionId, invoiceLines.institutionId), eq(discountSchemes.id, invoiceLines.schemeId)),
    )
    .where(and(eq(invoiceLines.institutionId, institutionId), eq(invoiceLines.invoiceId, invoiceId)))
    .orderBy(asc(invoiceLines.position));
