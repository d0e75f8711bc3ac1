import { and, asc, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { take } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { post, type Line } from '#features/ledger/post.ts';
import { applyCredit } from './apply-credit.ts';
import { creditNotes, invoiceLines, invoices } from './invoices.schema.ts';
import { creditNoteNumber, invoiceNumber, type CreditNoteKind } from './receivables.ts';
import { releaseInvoice } from './release.ts';

interface Credit {
  kind: CreditNoteKind;
  amount: number;
  reason: string;
  day: Day;
  /** The optional item that it takes back. */
  particularId?: number | undefined;
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
export async function cancelInvoice(tx: Tx, actor: Actor, invoice: LockedInvoice, reason: string, day: Day) {
  const amount = invoice.total - invoice.credited;
  if (amount > 0) return creditInvoice(tx, actor, invoice, { kind: 'cancellation', amount, reason, day });
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
        ...{ day, source: 'invoice', sourceId: id, part: 'cancelled' },
        ...{ description: `${invoiceNumber(number)} cancelled`, lines },
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
  { kind, amount, reason, day, particularId }: Credit,
) {
  const { institutionId, id: invoiceId, studentId } = invoice;
  const tooMuch = amount - (invoice.total - invoice.settled - invoice.credited);
  if (tooMuch > 0) await releaseInvoice(tx, actor, institutionId, { invoiceId, amount: tooMuch, day });
  const number = await take(tx, institutionId, 'credit note');
  const [note] = await tx
    .insert(creditNotes)
    .values({
      ...{ institutionId, number, invoiceId, studentId, kind, amount, reason, day, particularId },
      accountId: actor.accountId,
    })
    .returning({ id: creditNotes.id });
  await tx
    .update(invoices)
    .set({
      credited: sql`${invoices.credited} + ${amount}`,
      ...(kind === 'cancellation' && { cancelledAt: sql`now()` }),
    })
    .where(and(eq(invoices.institutionId, institutionId), eq(invoices.id, invoiceId)));
  const lines = kind === 'write_off' ? [{ to: 'write_off' as const, amount }] : await incomeOf(tx, invoice, amount);
  await post(tx, actor, institutionId, [
    {
      ...{ day, source: 'credit_note', sourceId: note!.id },
      description: `${creditNoteNumber(number)} for ${invoiceNumber(invoice.number)}`,
      lines: [...lines, { to: 'receivable', amount: -amount, studentId }],
    },
  ]);
  if (tooMuch > 0) await applyCredit(tx, actor, institutionId, [studentId], day);
  return { id: note!.id, number };
}

/** The accounts of its lines, each with its part of the amount: what is left of an invoice stays in proportion. */
async function incomeOf(
  tx: Tx,
  { institutionId, id, total, credited }: LockedInvoice,
  amount: number,
): Promise<Line[]> {
  return proportional(await linesOf(tx, { institutionId, id }), total, credited, amount);
}

const linesOf = (tx: Tx, { institutionId, id }: Pick<LockedInvoice, 'institutionId' | 'id'>) =>
  tx
    .select({ to: invoiceLines.ledgerAccountId, amount: sql<number>`sum(${invoiceLines.amount})::bigint` })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.institutionId, institutionId), eq(invoiceLines.invoiceId, id)))
    .groupBy(invoiceLines.ledgerAccountId)
    .having(sql`sum(${invoiceLines.amount}) <> 0`)
    .orderBy(asc(invoiceLines.ledgerAccountId));

/**
 * What this credit takes from each account: the difference between what is taken from it in all after and before, so
 * that crediting an invoice in steps takes exactly its lines.
 */
export function proportional<To>(
  lines: { to: To; amount: number }[],
  total: number,
  before: number,
  amount: number,
): { to: To; amount: number }[] {
  const taken = (credited: number) => partsOf(lines, total, credited);
  const [earlier, later] = [taken(before), taken(before + amount)];
  return lines.map(({ to }, at) => ({ to, amount: later[at]! - earlier[at]! }));
}

/** Rounded along the running sum, so that the parts sum to the credit and are the lines once all is credited. */
function partsOf(lines: { amount: number }[], total: number, credited: number): number[] {
  let sum = 0n;
  let before = 0n;
  return lines.map(({ amount }) => {
    sum += BigInt(amount);
    const upTo = (sum * BigInt(credited)) / BigInt(total);
    const part = Number(upTo - before);
    before = upTo;
    return part;
  });
}
