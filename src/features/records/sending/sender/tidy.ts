import { sql } from 'drizzle-orm';
import { type Database, query } from '#kernel/database.ts';
import { finishMessages } from '#kernel/messages/stop-waiting.ts';
import type { OpenProvider } from './settings.ts';

interface Touched {
  messageId: number | null;
}

/**
 * Messages whose process died while sending: a provider that recognises them gets them again, of the others nobody knows
 * whether they arrived.
 */
export async function endLeases(database: Database, institutionId: number, providers: OpenProvider[]): Promise<void> {
  const recognised = providers.flatMap(({ id, isIdempotent }) => (isIdempotent ? [id] : []));
  const touched = await database.asSystem(
    [institutionId],
    (tx) =>
      query<Touched>(tx)`
      with over as (
        select o.id, o.provider_id = any (${sql.param(recognised)}::bigint[]) as is_recognised, p.place, m.state as told
        from outbox o
          left join message_providers p on p.institution_id = o.institution_id and p.id = o.provider_id
          left join messages m on m.institution_id = o.institution_id and m.id = o.message_id
        where o.institution_id = ${institutionId} and o.state = 'sending' and o.leased_until <= now()
        order by o.id limit 5000 for no key update of o skip locked)
      update outbox o set leased_until = null, state_at = now(),
        state = case when not coalesce(v.is_recognised, false) then 'uncertain' when v.told in ('paused', 'stopped') then v.told else 'queued' end,
        failure = case when coalesce(v.is_recognised, false) then o.failure else 'Sending was interrupted.' end,
        next_place = v.place, next_at = now()
      from over v where o.institution_id = ${institutionId} and o.id = v.id
      returning o.message_id as "messageId"`,
  );
  await finish(database, institutionId, touched);
}

/** What no provider takes any more stays in the product. */
export async function keepUnsendable(database: Database, institutionId: number, channels: string[]): Promise<void> {
  const touched = await database.asSystem(
    [institutionId],
    (tx) =>
      query<Touched>(tx)`
      update outbox o set state = 'kept', state_at = now()
      where o.institution_id = ${institutionId} and o.state = 'queued' and o.pinned_to is null and o.channel = any (${sql.param(channels)}::text[])
      returning o.message_id as "messageId"`,
  );
  await finish(database, institutionId, touched);
}

/** Messages of which nothing waits any more, although no sender has said so: it died, or their provider was switched off. */
export async function endFinished(database: Database, institutionId: number): Promise<void> {
  const open = await database.asSystem(
    [institutionId],
    (tx) =>
      query<{ messageId: number }>(tx)`
      select id as "messageId" from messages where institution_id = ${institutionId} and state = 'sending' order by id`,
  );
  await finish(database, institutionId, open);
}

async function finish(database: Database, institutionId: number, touched: Touched[]): Promise<void> {
  const ids = [...new Set(touched.flatMap(({ messageId }) => (messageId === null ? [] : [Number(messageId)])))];
  if (ids.length > 0) await database.asSystem([institutionId], (tx) => finishMessages(tx, institutionId, ids));
}
