import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { stopWaiting } from '#kernel/messages/stop-waiting.ts';
import { phoneExample, readPhone } from '#kernel/phone.ts';
import { choice, email, id, line, optionalLine } from '#kernel/schemas.ts';
import { blockLabels, wishChannels, wishReasons } from './opt-out-labels.ts';

const { bounced: _, ...reasons } = wishReasons;

export const AddWish = z.object({
  institution_id: id,
  channel: choice(wishChannels),
  address: line(200, 'The number or e-mail address'),
  blocks: choice(blockLabels),
  reason: choice(reasons),
  note: optionalLine(200, 'The note'),
});

/** Blocks a number or e-mail address by hand. What waits for it is stopped, and what was sent stays as it is. */
export async function addWish(tx: Tx, actor: Actor, input: z.output<typeof AddWish>): Promise<string> {
  const { institution_id: institutionId, channel, blocks, reason, note } = input;
  allow(actor, 'contact.wishes', institutionId);
  const address = await addressIn(tx, institutionId, input);
  const [wider] = await query(
    tx,
    sql`select 1 from contact_wishes where institution_id = ${institutionId} and address = ${address}
      and channel = ${channel} and blocks in ('everything', ${blocks}) and ended_at is null limit 1`,
  );
  const [made] = wider
    ? []
    : await query<{ id: number }>(
        tx,
        sql`insert into contact_wishes (institution_id, channel, address, blocks, reason, said_by, note, account_id)
          values (${institutionId}, ${channel}, ${address}, ${blocks}, ${reason}, 'staff', ${note}, ${actor.accountId})
          on conflict do nothing returning id`,
      );
  if (!made) throw new ValidationError('address', `${address} already has this opt-out.`);
  const stopped = await stopWaiting(tx, institutionId, { channel, addresses: [address], blocks });
  await record(tx, actor, 'contact.block', {
    institutionId,
    summary: `added an opt-out from ${blocks === 'everything' ? 'everything' : 'marketing'} by ${wishChannels[channel]}`,
    subject: { type: 'contact_wish', id: Number(made.id) },
    details: { stopped },
  });
  return address;
}

async function addressIn(
  tx: Tx,
  institutionId: number,
  { channel, address }: Pick<z.output<typeof AddWish>, 'channel' | 'address'>,
): Promise<string> {
  if (channel === 'email') {
    const read = email.safeParse(address);
    if (!read.success) throw new ValidationError('address', 'Enter an e-mail address such as name@school.ng.');
    return read.data;
  }
  const [institution] = await query<{ country: string }>(
    tx,
    sql`select country_id as country from institutions where id = ${institutionId}`,
  );
  const phone = readPhone(address, institution!.country);
  if (!phone)
    throw new ValidationError('address', `Enter a phone number such as ${phoneExample(institution!.country)}.`);
  return phone;
}
