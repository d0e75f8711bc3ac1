import { sql } from 'drizzle-orm';
import { query, type Tx } from '../database.ts';
import { messagesOf } from './announce.ts';
import type { EventAudience, EventChannel, MessageEvent, EventSubject } from './events.ts';
import { pricedFrom, rowsFrom } from './queue.ts';
import { allSwitches } from './switches.ts';

/** What an event sends to one audience by one channel. */
export interface Telling {
  audience: EventAudience;
  channel: EventChannel;
  isOn: boolean;
  /** SMS or e-mails, without blocked numbers and addresses. */
  messages: number;
  /** In minor units, of what has a price. */
  price: number;
  unpriced: number;
  /** No provider is on, so they stay in the outbox. */
  isKept: boolean;
}

/** What a form shows before it causes an event. */
export interface Tellings {
  institutionId: number;
  currency: string;
  ways: Telling[];
  /** Whether the actor can switch them. */
  maySwitch: boolean;
}

/** What `announce` would send by every way of an event, also by those that are switched off. Nothing is written. */
export async function tellingOf(
  tx: Tx,
  institutionId: number,
  event: MessageEvent,
  told: readonly EventSubject[],
): Promise<Telling[]> {
  const switches = (await allSwitches(tx, institutionId, [event])).get(event.key)!;
  const on = switches.filter(({ isOn }) => isOn);
  const written = rowsFrom(institutionId, await messagesOf(tx, institutionId, event, on, told));
  const sums = await query<Omit<Telling, 'isOn'>>(
    tx,
    sql`select case when guardian_id is not null then 'guardian' when employee_id is not null then 'employee' else 'student' end as audience,
        channel, count(*)::int as messages, coalesce(sum(price) filter (where state = 'queued'), 0)::float8 as price,
        (count(*) filter (where state = 'queued' and channel = 'sms' and price is null))::int as unpriced, bool_or(state = 'kept') as "isKept"
      from (${pricedFrom(institutionId, written)}) m where state <> 'stopped' group by 1, 2`,
  );
  return switches.map(({ audience, channel, isOn }) => {
    const sum = sums.find((one) => one.audience === audience && one.channel === channel);
    const { messages = 0, price = 0, unpriced = 0, isKept = false } = sum ?? {};
    return { audience, channel, isOn, messages, price, unpriced, isKept };
  });
}
