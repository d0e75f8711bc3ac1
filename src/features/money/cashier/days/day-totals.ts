import { sql } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';
import { counterChannels, type CounterChannel } from '#features/money/ledger/channels.ts';

export interface ChannelTotal {
  channel: CounterChannel;
  /** How many payments, without reversed and bounced ones. */
  receipts: number;
  /** What they brought, less what was handed back through this channel. */
  received: number;
  refunded: number;
}

/** What a day took by channel. A cheque counts from the hour it lies in the drawer, until it bounces. */
export async function dayTotals(db: Db, institutionId: number, dayId: number): Promise<ChannelTotal[]> {
  const rows = await query<{ channel: CounterChannel; receipts: number; took: number; refunded: number }>(
    db,
    render(sql`
    with taken as (
      select channel, count(*) as receipts, sum(amount) as took from payments
      where institution_id = ${institutionId} and cashier_day_id = ${dayId}
        and status in ('pending', 'successful', 'partly_refunded', 'refunded')
      group by channel),
    handed as (
      select channel, sum(amount) as refunded from refunds
      where institution_id = ${institutionId} and cashier_day_id = ${dayId} group by channel)
    select c.channel, coalesce(t.receipts, 0)::int as receipts, coalesce(t.took, 0)::bigint as took,
      coalesce(h.refunded, 0)::bigint as refunded
    from unnest(${sql.param([...counterChannels])}::text[]) c (channel)
    left join taken t on t.channel = c.channel left join handed h on h.channel = c.channel`),
  );
  const found = new Map(rows.map((row) => [row.channel, row]));
  return counterChannels.map((channel) => {
    const { receipts = 0, took = 0, refunded = 0 } = found.get(channel) ?? {};
    return { channel, receipts, received: Number(took) - Number(refunded), refunded: Number(refunded) };
  });
}

/** What must be there at the close: the float is in the drawer too. Handed out more than taken: nothing is expected. */
export const expectedOf = ({ channel, received }: ChannelTotal, openingFloat: number): number =>
  channel === 'cash' ? openingFloat + received : Math.max(received, 0);
