import { sql } from 'drizzle-orm';
import { query, type Database, type Tx } from '#kernel/database.ts';
import type { ProviderChannel, Outcome } from '#kernel/messages/providers/provider.ts';
import { stopWaiting } from '#kernel/messages/stop-waiting.ts';
import { byIndex, fewRows } from '../by-index.ts';

/**
 * Saves the outcomes of a batch in one statement. What would be queued again follows its message if that was paused or
 * stopped meanwhile; the message is locked first, as pausing does.
 */
export async function saveResults(
  database: Database,
  { institutionId, channel }: { institutionId: number; channel: ProviderChannel },
  decisions: Decision[],
  messageIds: number[],
): Promise<void> {
  const blocked = await database.asSystem([institutionId], async (tx) => {
    await byIndex(tx);
    if (decisions.some(({ state }) => state === 'queued')) await lockMessages(tx, institutionId, messageIds);
    const seen = new Set<string>();
    const rows = decisions.map(({ providerMessageId, ...rest }) => {
      // A provider that gives two messages one id can't report on both.
      const given = providerMessageId && !seen.has(providerMessageId) ? providerMessageId.slice(0, 200) : null;
      if (given) seen.add(given);
      return { ...rest, given };
    });
    const written = await query<{ id: number; recipient: string }>(tx)`
      update outbox o set
        state = case when r.state = 'queued' and m.state in ('paused', 'stopped') then m.state else r.state end,
        state_at = now(), failure = r.failure, attempts = r.attempts, leased_until = null,
        sent_at = case when r.state = 'sent' then now() else o.sent_at end,
        provider_message_id = coalesce(case when not exists (select from outbox x
          where x.institution_id = ${institutionId} and x.provider_message_id = r.given and x.id <> r.id) then r.given end, o.provider_message_id),
        next_at = now() + make_interval(secs => r."nextIn"), next_place = r."nextPlace"
      from jsonb_to_recordset(${fewRows(rows)}::jsonb) as r(one int, id bigint, state text, failure text, attempts smallint,
        given text, "nextIn" float, "nextPlace" smallint)
        left join outbox own on own.institution_id = ${institutionId} and own.id = r.id
        left join messages m on m.institution_id = ${institutionId} and m.id = own.message_id
      where o.institution_id = ${institutionId} and o.id = r.id and r.one = 1
        and (o.state = 'sending' or r.state = 'sent' and o.state in ('queued', 'paused', 'uncertain'))
      returning o.id, o.recipient`;
    const gone = new Set(decisions.flatMap(({ id, isGone }) => (isGone ? [id] : [])));
    const addresses = written.flatMap(({ id, recipient }) => (gone.has(Number(id)) ? [recipient] : []));
    await blockGone(tx, institutionId, channel, addresses);
    return addresses;
  });
  await stopGone(database, institutionId, channel, blocked);
}

const lockMessages = (tx: Tx, institutionId: number, ids: number[]) =>
  ids.length === 0
    ? []
    : query(
        tx,
        sql`select from messages where institution_id = ${institutionId} and id = any (${sql.param(ids)}::bigint[])
          order by id for share`,
      );

/** Numbers and addresses that don't exist get nothing more, until somebody unblocks them. */
export async function blockGone(
  tx: Tx,
  institutionId: number,
  channel: ProviderChannel,
  addresses: string[],
): Promise<void> {
  if (addresses.length === 0) return;
  await query(
    tx,
    sql`
    insert into contact_wishes (institution_id, channel, address, blocks, reason, said_by)
    select distinct ${institutionId}::int, ${channel}, lower(a), 'everything', 'bounced', 'provider'
    from jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb) a
    on conflict (institution_id, address, channel, blocks) where ended_at is null do nothing`,
  );
}

/**
 * Stops what waits for such numbers and addresses, in a transaction of its own, because messages are locked before their
 * rows. If the process dies before, at most one more message goes there.
 */
export const stopGone = async (
  database: Database,
  institutionId: number,
  channel: ProviderChannel,
  addresses: string[],
): Promise<void> => {
  if (addresses.length > 0)
    await database.asSystem([institutionId], (tx) =>
      stopWaiting(tx, institutionId, { channel, addresses, blocks: 'everything' }),
    );
};

/** What is written into a row after an attempt. */
export interface Decision {
  id: number;
  state: 'sent' | 'queued' | 'failed' | 'uncertain';
  failure: string | null;
  providerMessageId: string | null;
  attempts: number;
  /** In how many seconds it is tried again. */
  nextIn: number;
  nextPlace: 1 | 2 | null;
  isGone: boolean;
}

/** Minutes between attempts; after the last one it has failed. */
const pauses = [1, 5, 30, 120, 360];

interface Attempted {
  id: number;
  attempts: number;
  place: 1 | 2;
  isIdempotent: boolean;
  /** The other provider of the channel can take it. */
  hasSecond: boolean;
}

/** What becomes of a message, by what the provider said. Nothing is sent twice unless the provider recognises it. */
export function decide({ id, attempts, place, isIdempotent, hasSecond }: Attempted, outcome: Outcome | null): Decision {
  const base = { id, failure: null, providerMessageId: null, attempts, nextIn: 0, nextPlace: null, isGone: false };
  // Not begun.
  if (!outcome) return { ...base, state: 'queued' };
  if (outcome.is === 'accepted')
    return { ...base, state: 'sent', providerMessageId: outcome.id, attempts: attempts + 1 };
  const failure = outcome.why.slice(0, 200);
  if (outcome.is === 'refused')
    return { ...base, state: 'failed', failure, attempts: attempts + 1, isGone: outcome.isGone ?? false };
  if (outcome.is === 'unknown' && !isIdempotent)
    return { ...base, state: 'uncertain', failure, attempts: attempts + 1 };
  if (outcome.is === 'later' && place === 1 && hasSecond) return { ...base, state: 'queued', failure, nextPlace: 2 };
  const minutes = pauses[attempts];
  if (minutes === undefined) return { ...base, state: 'failed', failure, attempts: attempts + 1 };
  const after = outcome.is === 'later' ? (outcome.after ?? 0) : 0;
  return {
    ...base,
    state: 'queued',
    failure,
    attempts: attempts + 1,
    nextIn: Math.max(minutes * 60, after),
    // Only the provider that may have it recognises it.
    nextPlace: outcome.is === 'unknown' ? place : null,
  };
}
