import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { CounterChannel } from '#features/money/ledger/channels.ts';

export interface ChannelCount extends Record<string, unknown> {
  channel: CounterChannel;
  expected: number;
  /** The last count, and the first one if the day was counted again. */
  counted: number;
  firstCounted: number | null;
}

/** The counts of a day by channel, the last one in force; none of an open day. */
export async function countsInForce(db: Db, institutionId: number, dayId: number): Promise<ChannelCount[]> {
  const rows = await query<ChannelCount>(
    db,
    sql`select distinct on (c.channel) c.channel, c.expected, c.counted, f.counted as "firstCounted"
      from cashier_counts c left join cashier_counts f
        on (f.institution_id, f.day_id, f.channel) = (c.institution_id, c.day_id, c.channel) and f.turn < c.turn
      where c.institution_id = ${institutionId} and c.day_id = ${dayId} order by c.channel, c.turn desc`,
  );
  return rows.map(({ channel, expected, counted, firstCounted }) => ({
    channel,
    expected: Number(expected),
    counted: Number(counted),
    firstCounted: firstCounted === null ? null : Number(firstCounted),
  }));
}
