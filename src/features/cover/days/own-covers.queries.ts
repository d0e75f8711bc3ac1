import { sql } from 'drizzle-orm';
import { rowsOf, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import type { CoverLesson } from './cover-day.queries.ts';

export interface OwnCover extends Omit<CoverLesson, 'coverId' | 'substituteId' | 'substitute'> {
  day: Day;
}

/** What somebody covers from a day on. */
export const ownCovers = (
  db: Db,
  institutionId: number,
  employeeIds: readonly number[],
  from: Day,
): Promise<OwnCover[]> =>
  rowsOf<OwnCover>(
    db,
    sql`select c.on_date::text as day, l.id::int as "lessonId", c.part_id::int as "partId", e.id::int as "absentId",
        e.first_name || ' ' || e.surname as absent, l.first_period as period, l.length, b.name as "periodName",
        to_char(b.starts_at, 'HH24:MI') as "startsAt", to_char(z.ends_at, 'HH24:MI') as "endsAt", k.batches, k.courses,
        r.name as room, c.note
      from covers c
      join lessons l on (l.institution_id, l.id) = (c.institution_id, c.lesson_id)
      join employees e on (e.institution_id, e.id) = (c.institution_id, c.absent_id)
      join timetable_days w on (w.institution_id, w.timetable_id, w.weekday) = (l.institution_id, l.timetable_id, l.weekday)
      join bell_periods b on (b.institution_id, b.pattern_id, b.period) = (l.institution_id, w.pattern_id, l.first_period)
      join bell_periods z on (z.institution_id, z.pattern_id, z.period)
        = (l.institution_id, w.pattern_id, l.first_period + l.length - 1)
      left join booked_rooms o on (o.institution_id, o.lesson_id, o.part_id) = (l.institution_id, l.id, c.part_id)
      left join rooms r on (r.institution_id, r.id) = (l.institution_id, o.room_id)
      cross join lateral (select string_agg(distinct h.name, ' + ') as batches, string_agg(distinct u.title, ' / ') as courses
        from part_courses p join batches h on (h.institution_id, h.id) = (p.institution_id, p.batch_id)
        join courses u on (u.institution_id, u.id) = (p.institution_id, p.course_id)
        where (p.institution_id, p.part_id) = (c.institution_id, c.part_id)) k
      where c.institution_id = ${institutionId} and c.substitute_id = any (${sql.param(employeeIds)}::bigint[])
        and c.on_date >= ${from}::date
      order by c.on_date, l.first_period, l.id`,
  );
