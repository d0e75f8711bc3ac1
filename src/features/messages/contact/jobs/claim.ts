import { sql, type SQL } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import type { MessageEvent } from '#kernel/messages/events.ts';
import { switchesOn } from '#kernel/messages/switches.ts';

export const toldAtOnce = 1000;

/** Marks what has not been told of yet, as far back as the switch is on; two days at most. */
export async function claim(
  tx: Tx,
  institutionId: number,
  event: MessageEvent,
  from: (since: SQL) => SQL,
  step = '',
): Promise<number[]> {
  const on = await switchesOn(tx, institutionId, event);
  const since = on
    .flatMap(({ onSince }) => onSince ?? [])
    .toSorted()
    .at(0);
  if (!since) return [];
  const rows = await query<{ id: number }>(
    tx,
    sql`insert into told_events (institution_id, event, source_id, step)
      select ${institutionId}, ${event.key}, n.id, ${step} from (${from(sql`greatest(${since}::timestamptz, now() - interval '2 days')`)}) n
      where not exists (select from told_events t where t.institution_id = ${institutionId} and t.event = ${event.key}
        and t.source_id = n.id and t.step = ${step})
      order by n.id limit ${toldAtOnce}
      on conflict do nothing returning source_id as id`,
  );
  return rows.map(({ id }) => Number(id));
}
