import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { addDays, formatDay, today, type Day } from '#kernel/dates.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { formatMoney } from '#kernel/money.ts';
import { collected } from './collected.ts';
import { areCounted, seesAllPayments } from './payments.access.ts';

const may = ['payments.view', 'payments.take'] as const;

const Sums = z.object({
  now: z.number(),
  /** What of it, or of earlier money, went back. */
  back: z.number(),
  count: z.number(),
  past: z.number(),
});
type Sums = z.infer<typeof Sums>;

async function sums(db: Db, actor: Actor, institutionId: number, [from, to]: [SQL, SQL], [since, until]: [SQL, SQL]) {
  const during = sql`m.day between ${from} and ${to}`;
  const [row] = await query(
    db,
    sql`select coalesce(sum(m.amount) filter (where ${during}), 0)::bigint as now,
        coalesce(-sum(m.amount) filter (where ${during} and m.what <> 'received'), 0)::bigint as back,
        count(*) filter (where ${during} and m.what = 'received')::int as count,
        coalesce(sum(m.amount) filter (where m.day between ${since} and ${until}), 0)::bigint as past
      from (${collected({ institutionId, from: since, to, where: areCounted(actor, institutionId) })}) m`,
    Sums,
  );
  return { now: Number(row!.now), back: Number(row!.back), count: row!.count, past: Number(row!.past) };
}

function placeOf(actor: Actor, wanted: number | undefined) {
  const [institutionId] = institutionsInView(actor, wanted, ...may);
  const { timeZone, currency } = membershipIn(actor, institutionId!)!;
  return {
    institutionId: institutionId!,
    day: today(timeZone),
    /** Cashiers see their own. */
    isOwn: !seesAllPayments(actor, institutionId!),
    money: (minor: number) => formatMoney({ minor, currency }),
  };
}

function trendOf({ now, past }: Sums, money: (minor: number) => string, before: string) {
  if (now === past) return { label: `As much as ${before}`, tone: 'even' as const };
  const words = `${money(Math.abs(now - past))} ${now > past ? 'more' : 'less'} than ${before}`;
  return { label: words, tone: now > past ? ('good' as const) : ('bad' as const) };
}

/** '1–28 Oct': the days of last month that are compared with this month so far. */
function sameDaysLastMonth(day: Day): string {
  const end = addDays(`${day.slice(0, 8)}01`, -1);
  const last = Math.min(Number(day.slice(8)), Number(end.slice(8)));
  const written = formatDay(`${end.slice(0, 8)}${String(last).padStart(2, '0')}`).replace(/ \d{4}$/, '');
  return last === 1 ? written : `1–${written}`;
}

const collectedToday: ReadyDashlet = {
  key: 'payments.today',
  label: 'Fees collected today',
  place: 50,
  size: 'small',
  may,
  description:
    'Today’s payments less today’s refunds and reversals. Cashiers see payments of sessions they’ve counted.',
  async load(db, actor, wanted) {
    const { institutionId, day, money, isOwn } = placeOf(actor, wanted);
    const date = sql`${day}::date`;
    const found = await sums(db, actor, institutionId, [date, date], [sql`${date} - 7`, sql`${date} - 7`]);
    return {
      as: 'figure',
      ...(isOwn && { label: 'Collected by you today' }),
      value: found.now,
      shown: money(found.now),
      href: `/payment_records?from=${day}&to=${day}`,
      hint: `${found.count} ${found.count === 1 ? 'payment' : 'payments'}${found.back > 0 ? `, less ${money(found.back)} refunded or reversed` : ''}`,
      trend: trendOf(found, money, 'this day last week'),
    };
  },
};

const collectedThisMonth: ReadyDashlet = {
  key: 'payments.month',
  label: 'Fees collected this month',
  place: 60,
  size: 'small',
  may,
  description: 'Payments of this month less refunds and reversals, against the same days of last month.',
  async load(db, actor, wanted) {
    const { institutionId, day, money, isOwn } = placeOf(actor, wanted);
    const start = sql`date_trunc('month', ${day}::timestamp)::date`;
    const past = sql`(${start} - interval '1 month')::date`;
    const found = await memoizeForActor(actor, `payments.month ${institutionId} ${day}`, () =>
      sums(
        db,
        actor,
        institutionId,
        [start, sql`${day}::date`],
        [past, sql`least(${past} + (${day}::date - ${start}), ${start} - 1)`],
      ),
    );
    return {
      as: 'figure',
      value: found.now,
      ...(isOwn && { label: 'Collected by you this month' }),
      shown: money(found.now),
      href: `/payment_records?from=${day.slice(0, 8)}01&to=${day}`,
      trend: trendOf(found, money, sameDaysLastMonth(day)),
    };
  },
};

export const paymentDashlets: readonly ReadyDashlet[] = [collectedToday, collectedThisMonth];
