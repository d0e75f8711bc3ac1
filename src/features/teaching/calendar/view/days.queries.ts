import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';

/** `none`: outside terms, when there is no school to be closed. */
export type DayState = 'school' | 'half' | 'holiday' | 'closed' | 'none';

export interface CalendarDay {
  day: Day;
  state: DayState;
  /** What begins or ends on it: 'First term begins'. */
  marks: string[];
}

/** Every day from one to another, with what it is for the school. */
export const daysBetween = (db: Db, institutionId: number, from: Day, to: Day): Promise<CalendarDay[]> =>
  query<CalendarDay>(
    db,
    sql`select d.on_date::text as day, case s.sittings when 2 then 'school' when 1 then 'half'
        else case
          when exists (select from calendar_entries e where e.institution_id = ${institutionId} and e.kind = 'holiday'
            and d.on_date between e.starts_on and e.ends_on) then 'holiday'
          when exists (select from terms t where t.institution_id = ${institutionId}
            and d.on_date between t.starts_on and t.ends_on) then 'closed'
          else 'none' end end as state,
      array(
        select m.mark from (
          select y.name || ' begins' as mark, 1 as place from academic_sessions y
            where y.institution_id = ${institutionId} and y.starts_on = d.on_date
          union all select t.name || ' begins', 2 from terms t where t.institution_id = ${institutionId} and t.starts_on = d.on_date
          union all select t.name || ' ends', 3 from terms t where t.institution_id = ${institutionId} and t.ends_on = d.on_date
          union all select y.name || ' ends', 4 from academic_sessions y
            where y.institution_id = ${institutionId} and y.ends_on = d.on_date) m
        order by m.place, m.mark) as marks
    from (select g::date as on_date from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') g) d
    left join (select on_date, max(sittings) as sittings
      from akada_school_days(${institutionId}, ${from}::date, ${to}::date) group by on_date) s using (on_date)
    order by d.on_date`,
  );
