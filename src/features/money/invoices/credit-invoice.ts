import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { take } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { post } from '#features/money/ledger/post.ts';
import { creditedIncome, linesOf } from './credited-income.ts';
import { creditNotes, invoices } from './invoices.schema.ts';
import { creditNoteNumber, invoiceNumber, type CreditNoteKind } from './invoices.ts';
import { settlement } from './settlement.ts';

interface Credit {
  kind: CreditNoteKind;
  amount: number;
  reason: string;
  day: Day;
  /** The second person; null if nobody was asked. */
  agreedBy: number | null;
  /** The optional item that it takes back. */
  particularId?: number | undefined;
  /** What the item adds to the invoice, by account: taken first. */
  item?: { to: number; amount: number }[];
}

/** The invoice, locked. Its student is locked before it. */
export async function lockInvoice(tx: Tx, institutionId: number, id: number) {
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.institutionId, institutionId), eq(invoices.id, id)))
    .for('no key update');
  return invoice;
}
export type LockedInvoice = NonNullable<Awaited<ReturnType<typeof lockInvoice>>>;

/** Cancels an invoice: credits what is left of it, so that its fee can be billed again. */
export async function cancelInvoice(
  tx: Tx,
  actor: Actor,
  invoice: LockedInvoice,
  { reason, day, agreedBy }: Pick<Credit, 'reason' | 'day' | 'agreedBy'>,
) {
  const amount = invoice.total - invoice.credited;
  if (amount > 0) return creditInvoice(tx, actor, invoice, { kind: 'cancellation', amount, reason, day, agreedBy });
  const { institutionId, id, number } = invoice;
  await tx
    .update(invoices)
    .set({ cancelledAt: sql`now()` })
    .where(and(eq(invoices.institutionId, institutionId), eq(invoices.id, id)));
  // Discounted to nothing: its income and its discounts go.
  const lines = invoice.total === 0 ? await linesOf(tx, invoice) : [];
  if (lines.length > 1)
    await post(tx, actor, institutionId, [
      {
        day,
        source: 'invoice',
        sourceId: id,
        part: 'cancelled',
        description: `${invoiceNumber(number)} cancelled`,
        lines,
      },
    ]);
  return null;
}

/**
 * Reduces an invoice by a credit note, at most by what is not credited yet; what was paid for it becomes credit, which
 * pays the student's other invoices. The caller has locked student and invoice and checked amount and permission.
 */
export async function creditInvoice(
  tx: Tx,
  actor: Actor,
  invoice: LockedInvoice,
  { kind, amount, reason, day, agreedBy, particularId, item = [] }: Credit,
) {
  const { institutionId, id: invoiceId, studentId } = invoice;
  const tooMuch = amount - (invoice.total - invoice.settled - invoice.credited);
  if (tooMuch > 0) await settlement().releaseInvoice(tx, actor, institutionId, { invoiceId, amount: tooMuch, day });
  const number = await take(tx, institutionId, 'credit note');
  const [note] = await tx
    .insert(creditNotes)
    .values({
      institutionId,
      number,
      invoiceId,
      studentId,
      kind,
      amount,
      reason,
      day,
      particularId,
      accountId: actor.accountId,
      agreedBy,
    })
    .returning({ id: creditNotes.id });
  await tx
    .update(invoices)
    .set({
      credited: sql`${invoices.credited} + ${amount}`,
      ...(kind === 'cancellation' && { cancelledAt: sql`now()` }),
    })
    .where(and(eq(invoices.institutionId, institutionId), eq(invoices.id, invoiceId)));
  const lines =
    kind === 'write_off' ? [{ to: 'write_off' as const, amount }] : await creditedIncome(tx, invoice, amount, item);
  await post(tx, actor, institutionId, [
    {
      day,
      source: 'credit_note',
      sourceId: note!.id,
      description: `${creditNoteNumber(number)} for ${invoiceNumber(invoice.number)}`,
      lines: [...lines, { to: 'receivable', amount: -amount, studentId }],
    },
  ]);
  if (tooMuch > 0) await settlement().applyCredit(tx, actor, institutionId, [studentId], day);
  return { id: note!.id, number };
}
