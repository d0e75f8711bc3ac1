import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';

/** The next receipt number, without gaps: a rollback returns it. */
export async function giveReceipt(tx: Tx, institutionId: number, paymentId: number): Promise<number> {
  const [receipt] = await query<{ number: number }>(
    tx,
    sql`
    with next as (
      insert into counters as c (institution_id, name, value) values (${institutionId}, 'receipt', 1)
      on conflict (institution_id, name) do update set value = c.value + 1 returning value)
    update payments p set receipt_number = next.value, receipt_at = now() from next
    where p.institution_id = ${institutionId} and p.id = ${paymentId} returning receipt_number as number`,
  );
  return receipt!.number;
}
