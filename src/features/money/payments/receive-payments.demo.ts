import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { take } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';
import { receiveUnnumbered, type PastPayment } from './receive-payment.ts';

/**
 * Takes a term of payments with money at once, in the order of their receipts. Students and invoices are locked by the
 * caller, who has planned the shares one after the other. Returns the ids in order.
 */
export async function receivePayments(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  taken: PastPayment[],
): Promise<number[]> {
  if (taken.length === 0) return [];
  const ids = await receiveUnnumbered(tx, actor, institutionId, taken);
  await giveReceipts(tx, institutionId, ids);
  return ids;
}

async function giveReceipts(tx: Tx, institutionId: number, ids: number[]): Promise<void> {
  const first = await take(tx, institutionId, 'receipt', ids.length);
  await tx.execute(sql`
    update payments p set receipt_number = ${first}::int - 1 + r.at, receipt_at = p.received_at
    from unnest(${sql.param(ids)}::bigint[]) with ordinality r (id, at)
    where p.institution_id = ${institutionId} and p.id = r.id`);
}
