import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';

export interface TermDays {
  id: number;
  name: string;
  session: string;
  startsOn: Day;
  endsOn: Day;
  isCurrent: boolean;
  /** Days of the weekly rule, before holidays and exceptions. */
  ordinary: number;
  /** Of these, no school. */
  closed: number;
  /** School besides the weekly rule. */
  extra: number;
  days: number;
  halfDays: number;
  /** The number of times that the school opens: morning and afternoon. */
  opened: number;
  /** The same until today. */
  openedSoFar: number;
  /** What closed it, with the days that were lost. */
  holidays: { title: string; days: number }[];
}

/** The terms of a session, or of the current one, each with its school days and how they come to be. */
export const termDays = (db: Db, institutionId: number, sessionId: number | undefined, today: Day) =>
  query<TermDays>(
    db,
    sql`with chosen as (
        select t.*, y.name as session from terms t
        join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
        where t.institution_id = ${institutionId}
          and ${sessionId === undefined ? sql`y.is_current` : sql`y.id = ${sessionId}::bigint`}
      ), dates as (
        select t.id, g::date as on_date,
          extract(isodow from g)::smallint = any (coalesce(r.school_weekdays, '{1,2,3,4,5}')) as is_ordinary
        from chosen t cross join lateral generate_series(t.starts_on::timestamp, t.ends_on::timestamp, interval '1 day') g
        left join calendar_rules r on r.institution_id = t.institution_id
      ), days as (
        select d.*, coalesce(s.sittings, 0) as sittings from dates d
        left join (select distinct on (s.term_id, s.on_date) s.* from (select min(starts_on) as first, max(ends_on) as last from chosen) c
          cross join lateral akada_school_days(${institutionId}, c.first, c.last) s) s on (s.term_id, s.on_date) = (d.id, d.on_date)
      ), lost as (
        select d.id, e.title, min(e.starts_on) as first, count(*) as days from days d
        join calendar_entries e on e.institution_id = ${institutionId} and e.kind = 'holiday'
          and d.on_date between e.starts_on and e.ends_on
        where d.is_ordinary and d.sittings = 0 group by d.id, e.id, e.title
      )
      select t.id::int, t.name, t.session, t.starts_on::text as "startsOn", t.ends_on::text as "endsOn",
        t.is_current as "isCurrent", count(*) filter (where d.is_ordinary)::int as ordinary,
        count(*) filter (where d.is_ordinary and d.sittings = 0)::int as closed,
        count(*) filter (where not d.is_ordinary and d.sittings > 0)::int as extra,
        count(*) filter (where d.sittings > 0)::int as days, count(*) filter (where d.sittings = 1)::int as "halfDays",
        sum(d.sittings)::int as opened,
        coalesce(sum(d.sittings) filter (where d.on_date <= ${today}::date), 0)::int as "openedSoFar",
        coalesce((select jsonb_agg(jsonb_build_object('title', l.title, 'days', l.days) order by l.first, l.title)
          from lost l where l.id = t.id), '[]') as holidays
      from chosen t join days d on d.id = t.id
      group by t.id, t.name, t.session, t.starts_on, t.ends_on, t.is_current, t.position order by t.position`,
  );
