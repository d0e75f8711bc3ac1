import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { query, type Tx } from '#kernel/database.ts';
import { invoiceLines } from './invoices.schema.ts';

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
export async function creditedIncome(tx: Tx, invoice: Credited, amount: number, item: Part[]): Promise<Part[]> {
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
export const linesOf = (tx: Tx, { institutionId, id }: Credited) =>
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
export function inProportion(parts: Part[], amount: number): Part[] {
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
