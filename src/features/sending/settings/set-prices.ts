import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { messagePrices } from '#kernel/messages/messages.schema.ts';
import { amount, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { nigerianNetworks } from '../sending.ts';

export const SetPrice = z.object({
  institution_id: id,
  network: line(40, 'The network'),
  /** Its name before; empty for a new one. */
  was: z.string().max(40).default(''),
  prefixes: z.string().max(3000, 'Enter fewer prefixes.').default(''),
  price: emptyIsNull(
    amount('The price', { zero: true }).refine((minor) => minor <= 1_000_000, 'Enter at most 10,000.00.'),
  ),
});

/** What a part costs to the numbers of a network. Without prefixes the network is removed. */
export async function setPrice(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, network, was, prefixes: typed, price }: z.output<typeof SetPrice>,
): Promise<void> {
  allow(actor, 'sending.settings', institutionId);
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
    throw new Refused('prefixes', `${wrong} is not the beginning of a number with its country, such as +234803.`);
  await tx.execute(sql`select from institutions where id = ${institutionId} for no key update`);
  await tx
    .delete(messagePrices)
    .where(and(eq(messagePrices.institutionId, institutionId), eq(messagePrices.network, was || network)));
  const taken = await insertPrices(
    tx,
    institutionId,
    prefixes.map((prefix) => ({ prefix, network, price })),
  );
  if (taken) throw new Refused('prefixes', `${taken} belongs to another network already.`);
  const words = price === null ? 'without a price' : `at ${(price / 100).toFixed(2)} a part`;
  await record(tx, actor, 'sending.prices', {
    institutionId,
    summary:
      prefixes.length === 0
        ? `removed the network ${was || network}`
        : `set ${network} with ${prefixes.length} prefixes ${words}`,
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
    prefixes.split(' ').map((prefix) => ({ prefix: `+234${prefix}`, network, price: null })),
  );
  await insertPrices(tx, institutionId, rows);
  await record(tx, actor, 'sending.prices', { institutionId, summary: 'added the networks of Nigeria' });
}

interface Price {
  prefix: string;
  network: string;
  price: number | null;
}

/** Returns a prefix that was there already, if any. */
async function insertPrices(tx: Tx, institutionId: number, rows: Price[]): Promise<string | null> {
  const added = await rowsOf<{ prefix: string }>(
    tx,
    sql`
    insert into message_prices (institution_id, prefix, network, price)
    select ${institutionId}::int, r.prefix, r.network, r.price
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(prefix text, network text, price bigint)
    on conflict (institution_id, prefix) do nothing returning prefix`,
  );
  const have = new Set(added.map(({ prefix }) => prefix));
  return rows.find(({ prefix }) => !have.has(prefix))?.prefix ?? null;
}
