import { sql } from 'drizzle-orm';
import { query, type Tx } from '../database.ts';

/**
 * Binds messages to the provider that is in force now. A message about a change of provider must not leave through the
 * new one, so call it before the change. It isn't tried through another provider either.
 */
export async function pinToProviders(tx: Tx, institutionId: number, messageIds: readonly number[]): Promise<void> {
  await query(
    tx,
    sql`update outbox o set pinned_to = (select p.id from message_providers p
        where p.institution_id = o.institution_id and p.channel = o.channel and p.is_on order by p.place limit 1)
      where o.institution_id = ${institutionId} and o.id = any (${sql.param(messageIds)}::bigint[]) and o.state = 'queued'`,
  );
}

/**
 * Before a provider's settings are replaced: what is bound to them and not sent yet keeps them, in a row of its own.
 * Its provider is the row without a place, which is not on and sends nothing else.
 */
export async function keepForPinned(tx: Tx, institutionId: number, providerId: number): Promise<void> {
  const waits = sql`o.institution_id = ${institutionId} and o.pinned_to = ${providerId} and o.state in ('queued', 'sending', 'paused')`;
  await query(
    tx,
    sql`with kept as (
        insert into message_providers (institution_id, channel, kind, place, sealed, per_second, retired_at)
        select p.institution_id, p.channel, p.kind, null, p.sealed, p.per_second, now() from message_providers p
        where p.institution_id = ${institutionId} and p.id = ${providerId} and exists (select from outbox o where ${waits})
        returning id)
      update outbox o set pinned_to = kept.id from kept where ${waits}`,
  );
}

/** Empties settings that were kept for messages which have left, or can't leave any more. */
export const forgetRetired = (tx: Tx, institutionId: number) =>
  query(
    tx,
    sql`update message_providers p set sealed = ''
      where p.institution_id = ${institutionId} and p.retired_at < now() - interval '1 day' and p.sealed <> ''
        and not exists (select from outbox o where o.institution_id = p.institution_id and o.pinned_to = p.id
          and o.state in ('queued', 'sending'))`,
  );
