import type pg from 'pg';
import { mostToOne } from '#kernel/messages/visitor-messages.ts';
import { mostUnpaid } from '#features/online/orders/sale/sell.ts';

/**
 * What many requests together may have gained: more messages to one contact than a stranger can cause, more unpaid pins
 * than one visitor can hold, a request that its own requester agreed to, or secrets of a request that is over.
 */
export async function lookForGains(client: pg.Client, foreignIds: readonly number[]): Promise<string[]> {
  const { rows } = await client.query<{ said: string }>(
    `select 'visitor: ' || count(*) || ' messages to ' || recipient || ' within an hour' as said
       from outbox where visitor_contact is not null and institution_id <> all ($1) and created_at > now() - interval '1 hour'
       group by institution_id, channel, recipient having count(*) > $2
     union all
     select 'alone: ' || kind || ' was agreed to by who had asked for it'
       from approvals where outcome = 'approved' and decided_by = asked_by
     union all
     select 'alone: secrets of a request that is over are kept'
       from pending_changes c join approvals a on (a.institution_id, a.id) = (c.institution_id, c.approval_id)
       where a.outcome is not null`,
    [foreignIds, mostToOne.hour * devices],
  );
  const { rows: held } = await client.query<{ held: number; stock: number }>(
    `select o.institution_id, o.pin_kind_id, key, sum(o.quantity)::int as held,
       (select count(*) from pins p where (p.institution_id, p.kind_id) = (o.institution_id, o.pin_kind_id)
         and p.status = 'available')::int + sum(sum(o.quantity)) over (partition by o.institution_id, o.pin_kind_id)::int as stock
     from orders o cross join unnest(o.reserved_by) key where o.status = 'created' group by 1, 2, 3`,
  );
  return [
    ...rows.map(({ said }) => said),
    ...held.flatMap(({ held: one, stock }) =>
      one > mostUnpaid(stock) ? [`visitor: ${one} of ${stock} pins are reserved by one visitor, unpaid`] : [],
    ),
  ];
}

/** A device that the account knows has turns of its own. */
const devices = 2;
