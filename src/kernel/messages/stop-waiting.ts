import { sql } from 'drizzle-orm';
import { query, type Tx } from '../database.ts';
import { isMarketing } from './marketing.ts';

interface Blocked {
  channel: 'sms' | 'email' | 'whatsapp';
  /** As in the outbox: E.164, or an e-mail address. */
  addresses: readonly string[];
  blocks: 'marketing' | 'everything';
}

/**
 * Stops what waits for numbers or addresses that have just been blocked, by a wish or because they don't exist; what is
 * on its way stays as it is. Messages of which nothing waits any more are done. The caller holds no rows of the outbox,
 * because messages are locked before them.
 */
export async function stopWaiting(
  tx: Tx,
  institutionId: number,
  { channel, addresses, blocks }: Blocked,
): Promise<number> {
  if (addresses.length === 0) return 0;
  const list = [...new Set(addresses.flatMap((address) => [address, address.toLowerCase()]))];
  const waiting = sql`from outbox o where o.institution_id = ${institutionId} and o.state in ('queued', 'paused')
    and o.recipient = any (${sql.param(list)}::text[]) and o.channel = ${channel}
    and (${blocks === 'everything'} or ${isMarketing(sql`o`)})`;
  // In the order in which everyone locks them: messages, then their recipients.
  const locked = await query<{ id: number }>(
    tx,
    sql`select m.id from messages m where m.institution_id = ${institutionId} and m.id in (select o.message_id ${waiting})
      order by m.id for no key update`,
  );
  const stopped = await query<{ id: number }>(
    tx,
    sql`with chosen as materialized (select o.id ${waiting} order by o.id for no key update)
      update outbox o set state = 'stopped', state_at = now(), failure = 'This number or address is blocked.'
      from chosen c where o.institution_id = ${institutionId} and o.id = c.id and o.state in ('queued', 'paused') returning o.id`,
  );
  await finishMessages(
    tx,
    institutionId,
    locked.map(({ id }) => Number(id)),
  );
  return stopped.length;
}

/** Messages of which nothing is open any more are done. */
export async function finishMessages(tx: Tx, institutionId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await query(
    tx,
    sql`
    update messages m set state = 'done', ended_at = now()
    where m.institution_id = ${institutionId} and m.id = any (${sql.param([...ids])}::bigint[]) and m.state = 'sending'
      and not exists (select from message_totals t where t.institution_id = m.institution_id and t.message_id = m.id
        and t.state in ('queued', 'sending', 'paused') and t.recipients > 0)`,
  );
}
