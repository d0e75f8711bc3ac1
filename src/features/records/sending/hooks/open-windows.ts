import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import type { Incoming } from '#kernel/messages/providers/provider.ts';

/** People who write by WhatsApp can get free text for 24 hours, less a margin for the time until it is sent. */
export async function openWindows(tx: Tx, institutionId: number, incoming: Incoming[]): Promise<void> {
  const from = [...new Set(incoming.map((one) => one.from))].toSorted();
  await query(tx, sql`delete from whatsapp_windows where institution_id = ${institutionId} and open_until < now()`);
  await query(
    tx,
    sql`
    insert into whatsapp_windows (institution_id, address, open_until)
    select ${institutionId}::int, a, now() + interval '23 hours 50 minutes' from jsonb_array_elements_text(${JSON.stringify(from)}::jsonb) a
    on conflict (institution_id, address) do update set open_until = excluded.open_until`,
  );
}
