import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { can } from '#kernel/actor.ts';
import { rowsOf, type Db } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import type { ProviderChannel } from '#kernel/messages/providers/provider.ts';

export interface Credit {
  verdict: 'fine' | 'over balance' | 'over budget';
  /** What the provider said is left, in minor units; null if it is not known, or in another unit than prices are. */
  balance: number | null;
  /** What waits to be sent already costs this. */
  waiting: number;
  budget: number | null;
  /** What this month's messages cost, with those that wait. */
  spent: number;
}

interface Row {
  currency: string;
  balance: string | null;
  unit: string | null;
  waiting: number;
  budget: number | null;
  spent: number;
}

/** Whether the balance and the month's budget cover messages at this price (in minor units) besides those that wait. */
export async function checkCredit(
  db: Db,
  institutionId: number,
  channel: ProviderChannel,
  price: number,
): Promise<Credit> {
  const [row] = await rowsOf<Row>(
    db,
    sql`
    select i.currency, p.balance::text as balance, p.balance_unit as unit, s.budget_month as budget,
      (single.waiting + composed.waiting)::bigint as waiting, (single.spent + composed.spent)::bigint as spent
    from institutions i
      left join message_settings s on s.institution_id = i.id
      left join lateral (select balance, balance_unit from message_providers
        where institution_id = i.id and channel = ${channel} and is_on order by place limit 1) p on true
      cross join lateral (select date_trunc('month', now() at time zone i.time_zone) at time zone i.time_zone as month) t
      cross join lateral (select coalesce(sum(o.price) filter (where o.state in ('queued', 'sending', 'paused')), 0) as waiting,
          coalesce(sum(o.price), 0) as spent
        from outbox o where o.institution_id = i.id and o.message_id is null and o.price is not null and o.created_at >= t.month
          and o.state not in ('kept', 'stopped', 'failed')) single
      cross join lateral (select coalesce(sum(n.price) filter (where n.state in ('queued', 'sending', 'paused')), 0) as waiting,
          coalesce(sum(n.price), 0) as spent
        from messages m join message_totals n on n.institution_id = m.institution_id and n.message_id = m.id
        where m.institution_id = i.id and m.queued_at >= t.month and n.state not in ('kept', 'stopped', 'failed')) composed
    where i.id = ${institutionId}`,
  );
  const isSameUnit = row?.unit === row?.currency;
  const balance = row?.balance != null && isSameUnit ? Math.floor(Number(row.balance) * 100) : null;
  const credit = {
    ...{ balance, waiting: Number(row?.waiting ?? 0), spent: Number(row?.spent ?? 0) },
    budget: row?.budget == null ? null : Number(row.budget),
  };
  if (balance !== null && price > 0 && credit.waiting + price > balance) return { verdict: 'over balance', ...credit };
  if (credit.budget !== null && price > 0 && credit.spent + price > credit.budget)
    return { verdict: 'over budget', ...credit };
  return { verdict: 'fine', ...credit };
}

/** Refuses to begin what can't be paid, unless the actor may overspend and says so. */
export async function requireCredit(
  db: Db,
  actor: Actor,
  institutionId: number,
  { channel, price, isAnyway }: { channel: ProviderChannel; price: number; isAnyway: boolean },
): Promise<Credit> {
  const credit = await checkCredit(db, institutionId, channel, price);
  if (credit.verdict === 'fine') return credit;
  const mayOverspend = can(actor, 'sending.overspend', institutionId);
  if (mayOverspend && isAnyway) return credit;
  const { currency } = membershipIn(actor, institutionId)!;
  const money = (minor: number) => formatMoney({ minor, currency });
  const words =
    credit.verdict === 'over balance'
      ? `This costs ${money(price)}, and ${money(Math.max(0, credit.balance! - credit.waiting))} are left at the provider.`
      : `This costs ${money(price)}, and ${money(Math.max(0, credit.budget! - credit.spent))} are left of this month’s budget.`;
  throw new Refused(
    'price',
    `${words} ${mayOverspend ? 'Tick “Send anyway” to send it all the same.' : 'Ask somebody who may overspend.'}`,
  );
}
