import { sql, type SQL } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { pinToProviders } from '#kernel/messages/pin.ts';
import { queueMessages } from '#kernel/messages/queue.ts';
import { administratorsOf } from './deciders.ts';

/**
 * By e-mail or SMS, because someone who took over a session could read its notifications. It leaves through the provider
 * that is in force now.
 */
export async function writeToAdministrators(
  tx: Tx,
  institutionId: number,
  { event, body, to = administratorsOf(institutionId) }: { event: string; body: string; to?: SQL },
): Promise<void> {
  const people = await query<{ id: number; email: string | null; phone: string | null }>(
    tx,
    sql`select a.id, a.email, a.phone from accounts a
      where a.id in (${to}) and a.disabled_at is null and coalesce(a.email, a.phone) is not null order by a.id`,
  );
  const messages = people.map(({ id, email, phone }) => ({
    channel: email ? ('email' as const) : ('sms' as const),
    recipient: (email ?? phone)!,
    subject: 'Waiting for approval in Akada',
    body,
    accountId: Number(id),
    event,
    isUrgent: true,
  }));
  await pinToProviders(tx, institutionId, await queueMessages(tx, institutionId, messages));
}
