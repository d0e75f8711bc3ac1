import { sql } from 'drizzle-orm';
import { rowsOf, type Tx } from '#kernel/database.ts';

interface Blocked {
  channel: 'sms' | 'email' | 'whatsapp';
  address: string;
  blocks: 'marketing' | 'everything';
}

/**
 * Stops what waits for a number or address that has just been blocked; what is on its way stays as it is. Messages of
 * which nothing waits any more are done.
 */
export async function stopWaiting(
  tx: Tx,
  institutionId: number,
  { channel, address, blocks }: Blocked,
): Promise<number> {
  const waiting = sql`from outbox o where o.institution_id = ${institutionId} and o.recipient = ${address}
    and o.channel = ${channel} and o.state in ('queued', 'paused')
    and (${blocks === 'everything'} or exists (select from messages m
      where m.institution_id = o.institution_id and m.id = o.message_id and m.purpose = 'marketing'))`;
  // In the order in which everyone locks them: messages, then their recipients.
  const locked = await rowsOf<{ id: number }>(
    tx,
    sql`select m.id from messages m where m.institution_id = ${institutionId} and m.id in (select o.message_id ${waiting})
      order by m.id for no key update`,
  );
  const stopped = await rowsOf<{ id: number }>(
    tx,
    sql`with chosen as materialized (select o.id ${waiting} order by o.id for no key update)
      update outbox o set state = 'stopped', state_at = now(), failure = 'This number or address is blocked.'
      from chosen c where o.institution_id = ${institutionId} and o.id = c.id and o.state in ('queued', 'paused') returning o.id`,
  );
  if (locked.length > 0)
    await tx.execute(sql`update messages m set state = 'done', ended_at = now()
      where m.institution_id = ${institutionId} and m.id = any (${sql.param(locked.map(({ id }) => Number(id)))}::bigint[]) and m.state = 'sending'
        and not exists (select from message_totals t where t.institution_id = m.institution_id and t.message_id = m.id
          and t.state in ('queued', 'sending', 'paused') and t.recipients > 0)`);
  return stopped.length;
}
