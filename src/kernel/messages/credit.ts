import { sql, type SQL } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '../actor.ts';
import { query, type Db } from '../database.ts';
import { ValidationError } from '../errors.ts';
import { formatMoney } from '../money.ts';
import { whatsappNetwork } from './queue.ts';

/** What messages cost by channel, in minor units. E-mails and notices cost nothing. */
export interface Prices {
  sms?: number;
  whatsapp?: number;
}

/** What a channel's provider has left, in minor units. */
interface ChannelCredit {
  /** Null if it is not known, or in another unit than prices are. */
  balance: number | null;
  /** What waits to be sent already costs this. */
  waiting: number;
}

export interface Credit {
  verdict: 'fine' | 'over balance' | 'over budget';
  /** Of the channel that the verdict is about, otherwise of SMS. */
  balance: number | null;
  /** What waits to be sent already costs this, on all channels unless the verdict is about the balance of one. */
  waiting: number;
  budget: number | null;
  /** What this month's messages cost, with those that wait. */
  spent: number;
  channels: Record<keyof Prices, ChannelCredit>;
}

interface Row {
  channel: keyof Prices;
  currency: string;
  balance: string | null;
  unit: string | null;
  waiting: number;
  budget: number | null;
  spent: number;
}

const payable = ['sms', 'whatsapp'] as const;

/** Whether the balances and the month's budget cover messages at these prices besides those that wait. */
export async function checkCredit(db: Db, institutionId: number, prices: Prices): Promise<Credit> {
  const rows = await query<Row>(db, creditOf(institutionId));
  const of = (channel: keyof Prices): ChannelCredit => {
    const row = rows.find((one) => one.channel === channel);
    const isSameUnit = row?.balance != null && row.unit === row.currency;
    return {
      balance: isSameUnit ? Math.floor(Number(row.balance) * 100) : null,
      waiting: Number(row?.waiting ?? 0),
    };
  };
  const channels = { sms: of('sms'), whatsapp: of('whatsapp') };
  const credit = {
    channels,
    balance: channels.sms.balance,
    waiting: channels.sms.waiting + channels.whatsapp.waiting,
    spent: rows.reduce((sum, { spent }) => sum + Number(spent), 0),
    budget: rows[0]?.budget == null ? null : Number(rows[0].budget),
  };
  for (const channel of payable) {
    const { balance, waiting } = channels[channel];
    const price = prices[channel] ?? 0;
    if (balance !== null && price > 0 && waiting + price > balance)
      return { ...credit, verdict: 'over balance', balance, waiting };
  }
  const total = totalOf(prices);
  if (credit.budget !== null && total > 0 && credit.spent + total > credit.budget)
    return { ...credit, verdict: 'over budget' };
  return { ...credit, verdict: 'fine' };
}

const waiting = (state: SQL, price: SQL) =>
  sql`coalesce(sum(${price}) filter (where ${state} in ('queued', 'sending', 'paused')), 0) as waiting, coalesce(sum(${price}), 0) as spent`;

/** What waits and what this month cost, by channel: single messages by their own, composed ones by their totals. */
const creditOf = (institutionId: number) => sql`
    with here as (select i.*, date_trunc('month', now() at time zone i.time_zone) at time zone i.time_zone as month
      from institutions i where i.id = ${institutionId}),
    single as materialized (select o.channel, ${waiting(sql`o.state`, sql`o.price`)}
      from here join outbox o on o.institution_id = here.id and o.message_id is null and o.price is not null
        and o.created_at >= here.month and o.state not in ('kept', 'stopped', 'failed') group by 1),
    composed as materialized (select case n.network when ${whatsappNetwork} then 'whatsapp' else 'sms' end as channel, ${waiting(sql`n.state`, sql`n.price`)}
      from here join messages m on m.institution_id = here.id and m.queued_at >= here.month
      join message_totals n on n.institution_id = m.institution_id and n.message_id = m.id
        and n.state not in ('kept', 'stopped', 'failed') group by 1)
    select c.channel, here.currency, p.balance::text as balance, p.balance_unit as unit, s.budget_month as budget,
      (coalesce(single.waiting, 0) + coalesce(composed.waiting, 0))::bigint as waiting,
      (coalesce(single.spent, 0) + coalesce(composed.spent, 0))::bigint as spent
    from here
      cross join (values ('sms'), ('whatsapp')) c (channel)
      left join message_settings s on s.institution_id = here.id
      left join lateral (select balance, balance_unit from message_providers
        where institution_id = here.id and channel = c.channel and is_on order by place limit 1) p on true
      left join single on single.channel = c.channel
      left join composed on composed.channel = c.channel`;

const totalOf = ({ sms = 0, whatsapp = 0 }: Prices): number => sms + whatsapp;

/** Refuses to begin what can't be paid, unless the actor may overspend and says so. */
export async function requireCredit(
  db: Db,
  actor: Actor,
  institutionId: number,
  { prices, isAnyway }: { prices: Prices; isAnyway: boolean },
): Promise<void> {
  if (totalOf(prices) === 0) return;
  const credit = await checkCredit(db, institutionId, prices);
  if (credit.verdict === 'fine') return;
  const mayOverspend = can(actor, 'sending.overspend', institutionId);
  if (mayOverspend && isAnyway) return;
  const { currency } = membershipIn(actor, institutionId)!;
  throw new ValidationError(
    'price',
    `${shortage(credit, prices, currency)} ${mayOverspend ? 'Tick “Send anyway” to send it.' : 'Ask a colleague who can exceed the budget.'}`,
  );
}

/** What may still be spent on a channel; null without a limit. */
export function leftFor({ channels, budget, spent }: Credit, channel: keyof Prices): number | null {
  const { balance, waiting } = channels[channel];
  const limits = [balance === null ? null : balance - waiting, budget === null ? null : budget - spent];
  const known = limits.filter((limit) => limit !== null);
  return known.length ? Math.max(0, Math.min(...known)) : null;
}

/** What the messages cost and what is left for them, in words. */
export function shortage(credit: Credit, prices: Prices, currency: string): string {
  const money = (minor: number) => formatMoney({ minor: Math.max(0, minor), currency });
  const cost = money(totalOf(prices));
  return credit.verdict === 'over balance'
    ? `This costs ${cost}, and ${money(credit.balance! - credit.waiting)} is left at the provider.`
    : `This costs ${cost}, and ${money(credit.budget! - credit.spent)} is left of this month’s budget.`;
}
