import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { When } from './when.ts';

type Timing = Record<keyof When, SQLWrapper>;

/**
 * The next time that a schedule runs, by the institution's clock: the first that is still to come, however many have
 * passed meanwhile.
 */
export const nextRun = (institutionId: SQLWrapper, { repeats, weekday, monthDay, hour }: Timing): SQL => sql`(
  select min(n.at) from institutions i
  cross join lateral (select (now() at time zone i.time_zone)::date as today) t
  cross join lateral generate_series(t.today::timestamp, t.today::timestamp + interval '62 days', interval '1 day') d(day)
  cross join lateral (select (d.day + make_interval(hours => ${hour}::int)) at time zone i.time_zone as at) n
  where i.id = ${institutionId} and n.at > now()
    and case ${repeats} when 'weekly' then extract(isodow from d.day) = ${weekday}
      when 'monthly' then extract(day from d.day + case ${monthDay} when 'last' then interval '1 day' else interval '0' end) = 1
      else true end)`;

/** The same of a schedule that is being saved. */
export const nextRunOf = (institutionId: number, { repeats, weekday, monthDay, hour }: When): SQL =>
  nextRun(sql`${institutionId}::int`, {
    repeats: sql`${repeats}::text`,
    weekday: sql`${weekday}::int`,
    monthDay: sql`${monthDay}::text`,
    hour: sql`${hour}::int`,
  });
