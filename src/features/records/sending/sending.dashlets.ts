import { sql } from 'drizzle-orm';
import { institutionsInView, membershipIn } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { formatDay } from '#kernel/dates.ts';
import { isOneOf, query } from '#kernel/database.ts';
import { formatMoney } from '#kernel/money.ts';

interface Row {
  balance: string | null;
  unit: string | null;
  day: string | null;
  isLow: boolean;
}

const credit: ReadyDashlet = {
  key: 'sending.credit',
  label: 'SMS credit',
  place: 180,
  size: 'small',
  may: ['sending.settings'],
  description: 'The credit left at the SMS provider, as last reported.',
  empty: 'The SMS provider hasn’t reported its credit yet.',
  async load(db, actor, wanted) {
    const [institutionId] = institutionsInView(actor, wanted, 'sending.settings');
    const { currency, timeZone } = membershipIn(actor, institutionId!)!;
    const [row] = await query<Row>(db)`select balance::text, balance_unit as unit, warned_at is not null as "isLow",
        (balance_at at time zone ${timeZone})::date::text as day
      from message_providers where institution_id = ${institutionId} and channel = 'sms' and is_on order by place limit 1`;
    if (row?.balance == null) return null;
    const amount = Number(row.balance);
    return {
      as: 'figure',
      value: amount,
      href: '/message-providers',
      shown:
        row.unit === currency
          ? formatMoney({ minor: Math.floor(amount * 100), currency })
          : `${amount.toLocaleString('en-GB')} ${row.unit ?? 'units'}`,
      ...(row.day && { hint: `On ${formatDay(row.day)}` }),
      ...(row.isLow && { trend: { label: 'Low', tone: 'bad' } }),
    };
  },
};

/** What sending has in hand, and how long it has waited. */
const queue: ReadyDashlet = {
  key: 'sending.queue',
  label: 'Messages to be sent',
  place: 185,
  size: 'small',
  may: ['outbox.view'],
  description: 'SMS and e-mails waiting to be sent, and those that failed in the last day.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'outbox.view');
    const [row] = await query<{ queued: number; failed: number; uncertain: number; minutes: number | null }>(db)`
      select count(*) filter (where state in ('queued', 'sending'))::int as queued,
        count(*) filter (where state in ('failed', 'undelivered'))::int as failed,
        count(*) filter (where state = 'uncertain')::int as uncertain,
        (extract(epoch from now() - min(created_at) filter (where state = 'queued')) / 60)::int as minutes
      from outbox where ${isOneOf(sql`institution_id`, ids)} and created_at > now() - interval '1 day'`;
    const { queued, failed, uncertain, minutes } = row!;
    const troubles = [failed > 0 && `${failed} failed`, uncertain > 0 && `${uncertain} uncertain`].filter(Boolean);
    return {
      as: 'figure',
      value: queued,
      href: '/outbox',
      ...(minutes !== null &&
        minutes > 0 && { hint: `The first has waited ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` }),
      ...(troubles.length > 0 && { trend: { label: `${troubles.join(', ')} since yesterday`, tone: 'bad' } }),
    };
  },
};

export const sendingDashlets: readonly ReadyDashlet[] = [credit, queue];
