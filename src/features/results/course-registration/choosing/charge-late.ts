import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Day } from '#kernel/dates.ts';
import { query, type Tx } from '#kernel/database.ts';
import { issueInvoices } from '#features/money/receivables/issue-invoices.ts';
import type { Place } from './place.queries.ts';

/**
 * Invoices the fee of a late registration, due at once. The school set it up: the student who registers needs no
 * permission to be charged. Returns the invoice, or null where late registration costs nothing.
 */
export async function chargeLate(
  tx: Tx,
  actor: Actor,
  { place, studentId, day }: { place: Place; studentId: number; day: Day },
): Promise<number | null> {
  const { institutionId, lateFee: amount, lateCategoryId: categoryId, termId, batchId, term, session } = place;
  if (amount === null || categoryId === null) return null;
  const [category] = await query<{ account: number; sessionId: number }>(
    tx,
    sql`select c.ledger_account_id::int as account, t.session_id::int as "sessionId"
      from fee_categories c join terms t on (t.institution_id, t.id) = (c.institution_id, ${termId})
      where (c.institution_id, c.id) = (${institutionId}, ${categoryId})`,
  );
  const { account: ledgerAccountId, sessionId } = category!;
  const title = `Late course registration, ${term}, ${session}`;
  const [invoiceId] = await issueInvoices(tx, actor, institutionId, [
    {
      studentId,
      kind: 'single',
      title,
      issuedOn: day,
      sessionId,
      termId,
      batchId,
      lines: [{ name: title, amount, categoryId, ledgerAccountId }],
      dues: [{ dueOn: day, amount }],
    },
  ]);
  return invoiceId!;
}
