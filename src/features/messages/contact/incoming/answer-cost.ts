import { sql } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Db, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { segmentsOf } from '#kernel/messages/segments.ts';
import { checkCredit, leftFor, requireCredit } from '#kernel/messages/credit.ts';
import type { FoundReply } from './find-reply.ts';

type To = Pick<FoundReply, 'institutionId' | 'channel' | 'address'>;

interface Price {
  /** Of a part, or of a message by WhatsApp, in minor units; null if none is entered. */
  unit: number | null;
  /** Prices are entered, and none for numbers that begin like this one: nothing is sent there. */
  isForeign: boolean;
  /** Otherwise it stays in the outbox and costs nothing yet. */
  isSent: boolean;
}

async function priceFor(db: Db, { institutionId, channel, address }: To): Promise<Price> {
  const [row] = await query<{ unit: string | null; isForeign: boolean; isSent: boolean }>(
    db,
    sql`select best.price::text as unit, best.network is null and exists (select from message_prices p
          where p.institution_id = i.id and p.channel = ${channel}) as "isForeign",
        exists (select from message_providers p where p.institution_id = i.id and p.channel = ${channel} and p.is_on) as "isSent"
      from institutions i
      left join lateral akada_price_of(i.id, ${channel}, ${address}) best on true
      where i.id = ${institutionId}`,
  );
  return { ...row!, unit: row!.unit === null ? null : Number(row!.unit) };
}

const partsOf = (channel: To['channel'], text: string) => (channel === 'sms' ? segmentsOf(text).parts : null);

/** What the form of an answer needs to say what it costs while it is written. */
export async function answerCost(db: Db, actor: Actor, to: To) {
  const { institutionId, channel } = to;
  const price = await priceFor(db, to);
  return {
    ...price,
    currency: membershipIn(actor, institutionId)!.currency,
    left: price.unit === null ? null : leftFor(await checkCredit(db, institutionId, {}), channel),
    mayOverspend: can(actor, 'sending.overspend', institutionId),
  };
}
export type AnswerCost = Awaited<ReturnType<typeof answerCost>>;

/** Refuses an answer that a composed message would refuse: for its price, or for a number that has none. */
export async function requireAnswerCredit(tx: Tx, actor: Actor, to: To, answer: { text: string; isAnyway: boolean }) {
  const { institutionId, channel } = to;
  const { unit, isForeign, isSent } = await priceFor(tx, to);
  if (isForeign)
    throw new ValidationError('text', 'No price is entered for the country of this number, so nothing is sent to it.');
  const parts = partsOf(channel, answer.text);
  const price = unit === null ? null : unit * (parts ?? 1);
  await requireCredit(tx, actor, institutionId, {
    prices: { [channel]: isSent ? (price ?? 0) : 0 },
    isAnyway: answer.isAnyway,
  });
  return { parts, price };
}
