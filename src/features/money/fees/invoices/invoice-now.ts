import { and, eq } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { invoices } from '#features/money/receivables/invoices.schema.ts';

/** The number and amounts of an invoice in this transaction. */
export async function invoiceNow(tx: Tx, institutionId: number, id: number) {
  const [row] = await tx
    .select({
      number: invoices.number,
      total: invoices.total,
      credited: invoices.credited,
      settled: invoices.settled,
    })
    .from(invoices)
    .where(and(eq(invoices.institutionId, institutionId), eq(invoices.id, id)));
  return row!;
}
