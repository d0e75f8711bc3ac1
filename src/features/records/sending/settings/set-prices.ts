import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { messagePrices } from '#kernel/messages/messages.schema.ts';
import { whatsappNetwork } from '#kernel/messages/queue.ts';
import { amount, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { nigerianNetworks } from '../sending.ts';

export const SetPrice = z.object({
  institution_id: id,
  channel: z.enum(['sms', 'whatsapp']).default('sms'),
  network: line(40, 'The name'),
  /** Its name before; empty for a new one. */
  was: z.string().max(40).default(''),
  prefixes: z.string().max(3000, 'Enter fewer prefixes.').default(''),
  price: emptyIsNull(
    amount('The price', { zero: true }).refine((minor) => minor <= 1_000_000, 'Enter at most 10,000.00.'),
  ),
});

/** What a part of an SMS, or a message by WhatsApp, costs to numbers that begin like this. Without prefixes it is removed. */
export async function setPrice(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, channel, network, was, prefixes: typed, price }: z.output<typeof SetPrice>,
): Promise<void> {
  allow(actor, 'sending.settings', institutionId);
  if (channel === 'sms' && network.toLowerCase() === whatsappNetwork.toLowerCase())
    throw new ValidationError('network', 'WhatsApp has its own prices. Choose another name for this network.');
  const prefixes = [
    ...new Set(
      typed
        .split(/[\s,;]+/)
        .filter((one) => one !== '')
        .map((one) => `+${one.replace(/^\+/, '')}`),
    ),
  ];
  const wrong = prefixes.find((one) => !/^\+[1-9][0-9]{0,9}$/.test(one));
  if (wrong)
    throw new ValidationError('prefixes', `${wrong} isn’t a number prefix with its country code, such as +234803.`);
  await tx.execute(sql`select from institutions where id = ${institutionId} for no key update`);
  await tx
    .delete(messagePrices)
    .where(
      and(
        eq(messagePrices.institutionId, institutionId),
        eq(messagePrices.channel, channel),
        eq(messagePrices.network, was || network),
      ),
    );
  const taken = await insertPrices(
    tx,
    institutionId,
    prefixes.map((prefix) => ({ channel, prefix, network, price })),
  );
  if (taken)
    throw new ValidationError(
      'prefixes',
      `${taken} belongs to another ${channel === 'sms' ? 'network' : 'price'} already.`,
    );
  const [of, unit] = channel === 'sms' ? ['the network', 'a part'] : ['the WhatsApp price', 'a message'];
  const words = price === null ? 'without a price' : `at ${(price / 100).toFixed(2)} ${unit}`;
  await record(tx, actor, 'sending.prices', {
    institutionId,
    summary:
      prefixes.length === 0
        ? `removed ${of} ${was || network}`
        : `set ${of} ${network} with ${prefixes.length} prefixes ${words}`,
  });
}

export const AddNetworks = z.object({ institution_id: id });

/** Adds the networks of Nigeria by their prefixes, without prices: those are in the school's contract. */
export async function addNetworks(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId }: z.output<typeof AddNetworks>,
): Promise<void> {
  allow(actor, 'sending.settings', institutionId);
  const rows = Object.entries(nigerianNetworks).flatMap(([network, prefixes]) =>
    prefixes.split(' ').map((prefix) => ({
      channel: 'sms' as const,
      network,
      price: null,
      prefix: `+234${prefix}`,
    })),
  );
  await insertPrices(tx, institutionId, rows);
  await record(tx, actor, 'sending.prices', { institutionId, summary: 'added Nigerian networks' });
}

interface Price {
  channel: 'sms' | 'whatsapp';
  prefix: string;
  network: string;
  price: number | null;
}

/** Returns a prefix that was there already, if any. */
async function insertPrices(tx: Tx, institutionId: number, rows: Price[]): Promise<string | null> {
  const added = await query<{ prefix: string }>(tx)`
    insert into message_prices (institution_id, channel, prefix, network, price)
    select ${institutionId}::int, r.channel, r.prefix, r.network, r.price
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(channel text, prefix text, network text, price bigint)
    on conflict (institution_id, channel, prefix) do nothing returning prefix`;
  const have = new Set(added.map(({ prefix }) => prefix));
  return rows.find(({ prefix }) => !have.has(prefix))?.prefix ?? null;
}
