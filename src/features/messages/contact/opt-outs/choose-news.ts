import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { stopWaiting } from '#kernel/messages/stop-waiting.ts';
import { choice, email, id } from '#kernel/schemas.ts';
import { ownWishes } from './own-wishes.queries.ts';

export const ChooseNews = z.object({
  institution_id: id,
  channel: choice({ sms: 'SMS', email: 'E-mail' }),
  address: z.union([z.string().regex(/^\+\d{8,15}$/), email]),
  wants: z.enum(['yes', 'no']),
});

/** Switches marketing to an own number or address on or off. What the school must say is not asked about. */
export async function chooseNews(tx: Tx, actor: Actor, input: z.output<typeof ChooseNews>): Promise<void> {
  const { institution_id: institutionId, channel, address, wants } = input;
  const own = (await ownWishes(tx, actor)).find(
    (wish) => wish.institutionId === institutionId && wish.channel === channel && wish.address === address,
  );
  if (!own) throw new NotFound('number or address');
  if (own.isBlocked)
    throw new ValidationError('address', 'Nothing is sent to it at the moment. Ask the school office.');
  const changed = await query(
    tx,
    wants === 'no'
      ? sql`insert into contact_wishes (institution_id, channel, address, blocks, reason, said_by, account_id)
          values (${institutionId}, ${channel}, ${address}, 'marketing', 'opted_out', 'person', ${actor.accountId})
          on conflict do nothing returning id`
      : sql`update contact_wishes set ended_at = now(), ended_by = ${actor.accountId} where institution_id = ${institutionId}
          and channel = ${channel} and address = ${address} and blocks = 'marketing' and ended_at is null returning id`,
  );
  if (changed.length === 0) return;
  if (wants === 'no') await stopWaiting(tx, institutionId, { channel, addresses: [address], blocks: 'marketing' });
  await record(tx, actor, wants === 'no' ? 'contact.stop' : 'contact.start', {
    institutionId,
    summary: `${wants === 'no' ? 'refused' : 'asked for'} news by ${channel === 'sms' ? 'SMS' : 'e-mail'}`,
  });
}
