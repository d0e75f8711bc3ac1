import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { HomeCard } from '#kernel/contracts/home-card.ts';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { calendarsOf, maySeeCalendar, visibleEntries } from '../calendar.policy.ts';

export interface NextDates {
  rows: {
    key: string;
    title: string;
    startsOn: Day;
    endsOn: Day;
    startsAt: string | null;
    isExpected: boolean;
    isToday: boolean;
    institutionId: number;
    /** For people of several institutions. */
    institution: string | null;
  }[];
}

const shownAtOnce = 4;
const daysAhead = 14;

/** What comes in the next two weeks, in all institutions or the one in view. */
async function nextDates(db: Db, actor: Actor, wanted: number | undefined): Promise<NextDates | null> {
  const ids = calendarsOf(actor, wanted);
  if (ids.length === 0) return null;
  const within = sql`i.id = any (${sql.param(ids)}::int[])`;
  const rows = await query<NextDates['rows'][number]>(db)`
    with here as (select i.id, (now() at time zone i.time_zone)::date as today from institutions i where ${within}),
      coming as (
        select 'entry-' || e.id as key, e.institution_id, e.title, e.starts_on, e.ends_on, e.starts_at, e.is_expected
        from calendar_entries e join here h on h.id = e.institution_id
        where ${visibleEntries(actor, ids)} and e.ends_on >= h.today and e.starts_on <= h.today + ${daysAhead}::int
        union all
        select 'term-' || t.id || x.words, t.institution_id, t.name || x.words, x.day, x.day, null, false
        from terms t join here h on h.id = t.institution_id
        cross join lateral (values (' begins', t.starts_on), (' ends', t.ends_on)) x (words, day)
        where x.day between h.today and h.today + ${daysAhead}::int)
      select c.key, c.institution_id as "institutionId", c.title, c.starts_on::text as "startsOn", c.ends_on::text as "endsOn",
        to_char(c.starts_at, 'HH24:MI') as "startsAt", c.is_expected as "isExpected", h.today between c.starts_on and c.ends_on as "isToday"
      from coming c join here h on h.id = c.institution_id
      order by greatest(c.starts_on, h.today), c.starts_at nulls first, c.key limit ${shownAtOnce}`;
  if (rows.length === 0) return null;
  const isOfSeveral = actor.institutions.length > 1;
  return {
    rows: rows.map((row) => ({
      ...row,
      institution: isOfSeveral ? membershipIn(actor, row.institutionId)!.name : null,
    })),
  };
}

export const nextDatesCard: HomeCard = {
  place: 20,
  may: maySeeCalendar,
  component: 'calendar/next-dates',
  load: nextDates,
};
