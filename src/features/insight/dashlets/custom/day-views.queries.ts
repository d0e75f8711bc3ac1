import { sql, type SQL } from 'drizzle-orm';
import type { DashletView } from '#kernel/contracts/dashlet.ts';
import { formatDay } from '#kernel/dates.ts';
import { query, type Db } from '#kernel/database.ts';
import type { CountedType } from './counted-type.ts';
import { periodIn, readFilter } from './data-filters.ts';
import type { Period } from './periods.ts';
import type { CountedRows } from './rows-of.ts';
import { within } from './periods.ts';

const units: Record<Period | 'none', 'day' | 'week' | 'month'> = {
  today: 'day',
  week: 'day',
  month: 'day',
  term: 'week',
  session: 'month',
  none: 'month',
};

/** Rows by day, week or month: over the period, else over the last twelve months. */
export async function lineView(db: Db, rows: CountedRows, filter: string, today: string): Promise<DashletView> {
  const { type, where, span } = rows;
  const read = readFilter(type, filter);
  const unit = units[(read && periodIn(read)) ?? 'none'];
  const from = span?.from ?? sql`(date_trunc('month', ${today}::timestamp) - interval '11 months')::date`;
  // What is to come has no rows yet.
  const to = span ? sql`least(${span.to}, ${today}::date)` : sql`${today}::date`;
  const step = sql.raw(`'1 ${unit}'`);
  const truncated = (day: SQL) => sql`date_trunc(${sql.raw(`'${unit}'`)}, ${day}::timestamp)`;
  const found = await query<{ day: string; value: number }>(
    db,
    sql`with counted as (select ${truncated(type.day!)} as at, count(*)::int as value from ${type.from}
      where ${where} and ${within(type.day!, { from, to })} group by 1)
    select to_char(s.at, 'YYYY-MM-DD') as day, coalesce(c.value, 0) as value
    from generate_series(${truncated(from)}, ${truncated(to)}, interval ${step}) s(at) left join counted c using (at) order by s.at`,
  );
  const named = (day: string) => (unit === 'month' ? formatDay(day).slice(-8).trim() : formatDay(day).slice(0, -5));
  return { as: 'line', points: found.map(({ day, value }) => ({ label: named(day), value })) };
}

/** The days of this month that have rows. */
export async function calendarView(db: Db, rows: CountedRows, today: string): Promise<DashletView> {
  const { type, where } = rows;
  const start = sql`date_trunc('month', ${today}::timestamp)::date`;
  const month = { from: start, to: sql`(${start} + interval '1 month' - interval '1 day')::date` };
  const found = await query<{ day: string; value: number }>(
    db,
    sql`select ${type.day!}::text as day, count(*)::int as value from ${type.from}
      where ${where} and ${within(type.day!, month)} group by 1 order by 1`,
  );
  return { as: 'calendar', days: found.map(({ day, value }) => ({ day, label: wordsFor(type, value) })) };
}

const wordsFor = ({ one, many }: CountedType, value: number) => `${value} ${value === 1 ? one : many}`;
