import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { isValidOn } from '#features/teaching/timetable/valid-versions.ts';

export interface TermCovers {
  /** The term of the day; null between terms: of the 90 days before. */
  term: string | null;
  rows: {
    id: number;
    name: string;
    /** Lessons taken for others, and how many periods they were. */
    covers: number;
    periods: number;
    lastOn: Day | null;
    /** Own lessons that others took. */
    given: number;
  }[];
}

/** How often everybody has covered in the term of a day, who did least first: those who teach in the timetable, and others who did. */
export async function termCovers(db: Db, institutionId: number, day: Day): Promise<TermCovers> {
  const [row] = await query<TermCovers>(
    db,
    sql`with term as (select m.name, m.starts_on, m.ends_on from terms m where m.institution_id = ${institutionId}
        and ${day}::date between m.starts_on and m.ends_on order by m.starts_on desc limit 1),
      span as (select coalesce((select starts_on from term), ${day}::date - 90) as first, coalesce((select ends_on from term), ${day}::date) as last),
      done as (select c.* from covers c, span where c.institution_id = ${institutionId} and c.on_date between span.first and span.last),
      people as (select b.employee_id as id from booked_teachers b
          join timetables t on (t.institution_id, t.id) = (b.institution_id, b.timetable_id)
          where b.institution_id = ${institutionId} and ${isValidOn(sql`${day}::date`)}
        union select substitute_id from done)
    select (select name from term) as term, coalesce((select jsonb_agg(q order by q.covers, q.sort_name, q.id) from (
      select e.id, e.first_name || ' ' || e.surname as name, e.sort_name,
        count(c.id)::int as covers, coalesce(sum(upper(c.periods) - lower(c.periods)), 0)::int as periods, max(c.on_date) as "lastOn",
        (select count(*)::int from done d where d.absent_id = e.id) as given
      from people p join employees e on e.institution_id = ${institutionId} and e.id = p.id and e.left_on is null
      left join done c on c.substitute_id = e.id
      group by e.institution_id, e.id) q), '[]') as rows`,
  );
  return row!;
}
