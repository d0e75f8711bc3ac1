import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import type { CoverLesson } from './cover-day.queries.ts';

/** Somebody who could take a lesson. */
export interface Candidate {
  id: number;
  name: string;
  teachesCourse: boolean;
  teachesBatch: boolean;
  /** Covers in the term of the day. */
  covers: number;
  /** Own periods that day, and covers. */
  periods: number;
}

/**
 * Who is free in the periods of a lesson, of those who teach in the timetable of the day: first those who teach its course
 * or its batch, then those with the fewest covers this term.
 */
export const candidatesFor = (
  db: Db,
  institutionId: number,
  day: Day,
  { lessonId, partId }: Pick<CoverLesson, 'lessonId' | 'partId'>,
  away: readonly number[],
): Promise<Candidate[]> =>
  query<Candidate>(
    db,
    sql`with lesson as (select l.institution_id, l.timetable_id, l.weekday, l.periods from lessons l
        where (l.institution_id, l.id) = (${institutionId}, ${lessonId}) and l.weekday = extract(isodow from ${day}::date)),
      taught as (select batch_id, course_id from part_courses where (institution_id, part_id) = (${institutionId}, ${partId})),
      term as (select m.starts_on, m.ends_on from terms m join lesson l on l.institution_id = m.institution_id
        where ${day}::date between m.starts_on and m.ends_on order by m.starts_on desc limit 1)
    select e.id::int as id, e.first_name || ' ' || e.surname as name, f."teachesCourse", f."teachesBatch", n.covers, n.periods
    from lesson l
    join employees e on e.institution_id = l.institution_id and e.left_on is null and e.merged_into_id is null
    cross join lateral (select
        exists (select from part_teachers x join part_courses p on (p.institution_id, p.part_id) = (x.institution_id, x.part_id)
          join taught g on g.course_id = p.course_id
          where (x.institution_id, x.employee_id) = (e.institution_id, e.id)) as "teachesCourse",
        exists (select from part_teachers x join part_courses p on (p.institution_id, p.part_id) = (x.institution_id, x.part_id)
          join taught g on g.batch_id = p.batch_id
          where (x.institution_id, x.employee_id) = (e.institution_id, e.id))
        or exists (select from batch_teachers x join taught g on g.batch_id = x.batch_id
          where (x.institution_id, x.employee_id) = (e.institution_id, e.id)) as "teachesBatch") f
    cross join lateral (select
        (select count(*)::int from covers c where (c.institution_id, c.substitute_id) = (e.institution_id, e.id)
          and c.on_date between coalesce((select starts_on from term), ${day}::date - 90) and coalesce((select ends_on from term), ${day}::date)) as covers,
        (select coalesce(sum(upper(b.periods) - lower(b.periods)), 0)::int from booked_teachers b
          where (b.institution_id, b.employee_id, b.timetable_id, b.weekday) = (e.institution_id, e.id, l.timetable_id, l.weekday))
        + (select coalesce(sum(upper(c.periods) - lower(c.periods)), 0)::int from covers c
          where (c.institution_id, c.substitute_id, c.on_date) = (e.institution_id, e.id, ${day}::date)) as periods) n
    where e.id <> all (${sql.param(away)}::bigint[])
      and exists (select from booked_teachers b where (b.institution_id, b.timetable_id, b.employee_id) = (l.institution_id, l.timetable_id, e.id))
      and not exists (select from booked_teachers b where (b.institution_id, b.timetable_id, b.employee_id, b.weekday)
        = (l.institution_id, l.timetable_id, e.id, l.weekday) and b.periods && l.periods)
      and not exists (select from covers c where (c.institution_id, c.substitute_id, c.on_date) = (e.institution_id, e.id, ${day}::date)
        and c.periods && l.periods and (c.lesson_id, c.part_id) <> (${lessonId}, ${partId}))
      and not exists (select from unavailable_periods u where (u.institution_id, u.timetable_id, u.employee_id, u.weekday, u.degree)
        = (l.institution_id, l.timetable_id, e.id, l.weekday, 'never') and l.periods @> u.period)
    order by (case when f."teachesCourse" then 2 else 0 end + case when f."teachesBatch" then 1 else 0 end) desc,
      n.covers, n.periods, e.sort_name, e.id`,
  );
