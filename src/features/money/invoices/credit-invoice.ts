import { and, eq, sql, asc } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { take } from '#kernel/counters.ts';
import { type Tx, query, hasKey } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { post } from '#features/money/ledger/post.ts';
import { creditNotes, invoices, invoiceLines } from './invoices.schema.ts';
import { creditNoteNumber, invoiceNumber, type CreditNoteKind } from './invoices.ts';
import { settlement } from './issue-invoices.ts';
import { z } from 'zod';

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
    .where(hasKey(invoices, institutionId, id))
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
    .where(hasKey(invoices, institutionId, id));
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
    .where(hasKey(invoices, institutionId, invoiceId));
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

const Part = z.object({
  /** The account. */
  to: z.number(),
  /** Below zero for a discount. */
  amount: z.number(),
});
type Part = z.infer<typeof Part>;

interface Credited {
  institutionId: number;
  id: number;
}

/**
 * What a credit note takes from each account: first from the item that it is about, as far as that is still there, then
 * from what is left of the invoice, in proportion. So crediting an invoice in steps takes exactly its lines.
 */
async function creditedIncome(tx: Tx, invoice: Credited, amount: number, item: Part[]): Promise<Part[]> {
  const left = await leftOf(tx, invoice);
  const worth = sumOf(item);
  const own = worth > 0 ? inProportion(item, Math.min(amount, worth)) : [];
  const fits = own.every((part) => {
    const rest = left.find(({ to }) => to === part.to)?.amount ?? 0;
    return part.amount > 0 ? part.amount <= rest : part.amount >= rest;
  });
  const first = fits ? own : [];
  const rest = plus(
    left,
    first.map(({ to, amount: part }) => ({ to, amount: -part })),
  );
  return plus(first, inProportion(rest, amount - sumOf(first)));
}

/** The lines of an invoice by account. */
const linesOf = (tx: Tx, { institutionId, id }: Credited) =>
  tx
    .select({ to: invoiceLines.ledgerAccountId, amount: sql<number>`sum(${invoiceLines.amount})::bigint` })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.institutionId, institutionId), eq(invoiceLines.invoiceId, id)))
    .groupBy(invoiceLines.ledgerAccountId)
    .having(sql`sum(${invoiceLines.amount}) <> 0`)
    .orderBy(asc(invoiceLines.ledgerAccountId));

/** Less what credit notes took; a write-off takes no income. */
async function leftOf(tx: Tx, invoice: Credited): Promise<Part[]> {
  const { institutionId, id } = invoice;
  const taken = await query(
    tx,
    sql`
    select l.ledger_account_id as "to", -sum(l.amount)::bigint as amount
    from credit_notes n
    join ledger_entries e on (e.institution_id, e.source, e.source_id) = (n.institution_id, 'credit_note', n.id)
    join ledger_lines l on (l.institution_id, l.entry_id) = (e.institution_id, e.id) and l.student_id is null
    where n.institution_id = ${institutionId} and n.invoice_id = ${id} and n.kind <> 'write_off'
    group by l.ledger_account_id order by l.ledger_account_id`,
    Part,
  );
  const charged = (await linesOf(tx, invoice)).map(({ to, amount }) => ({ to: Number(to), amount: Number(amount) }));
  return plus(
    charged,
    taken.map(({ to, amount }) => ({ to: Number(to), amount: Number(amount) })),
  );
}

const sumOf = (parts: Part[]) => parts.reduce((sum, { amount }) => sum + amount, 0);

function plus(one: Part[], other: Part[]): Part[] {
  const sums = new Map<number, number>();
  for (const { to, amount } of [...one, ...other]) sums.set(to, (sums.get(to) ?? 0) + amount);
  return Array.from(sums, ([to, amount]) => ({ to, amount })).filter(({ amount }) => amount !== 0);
}

/** An amount in proportion to parts, rounded along their running sum, so that it is the parts once it is their sum. */
function inProportion(parts: Part[], amount: number): Part[] {
  const total = BigInt(sumOf(parts));
  if (amount === 0) return [];
  let sum = 0n;
  let before = 0n;
  return parts.map((part) => {
    sum += BigInt(part.amount);
    const upTo = (sum * BigInt(amount)) / total;
    const own = Number(upTo - before);
    before = upTo;
    return { to: part.to, amount: own };
  });
}
