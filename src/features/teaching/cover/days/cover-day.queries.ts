import { sql, type SQL } from 'drizzle-orm';
import { query, isOneOf, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import type { LeaveHalf } from '#features/teaching/leave/leave-kinds.ts';
import { isValidOn } from '#features/teaching/timetable/valid-versions.ts';

/**
 * For lessons `l` and a part of each: its bells `b`, its room `r`, and its batches and courses in words as `k`. Each by
 * itself: the ways to join all these tables of one institution took 40 ms to weigh up.
 */
export const placeOf = (part: SQL): SQL => sql`
  cross join lateral (select b.name, b.starts_at, z.ends_at from timetable_days w
    join bell_periods b on (b.institution_id, b.pattern_id, b.period) = (w.institution_id, w.pattern_id, l.first_period)
    join bell_periods z on (z.institution_id, z.pattern_id, z.period)
      = (w.institution_id, w.pattern_id, l.first_period + l.length - 1)
    where (w.institution_id, w.timetable_id, w.weekday) = (l.institution_id, l.timetable_id, l.weekday) offset 0) b
  left join lateral (select r.name from booked_rooms o join rooms r on (r.institution_id, r.id) = (o.institution_id, o.room_id)
    where (o.institution_id, o.lesson_id, o.part_id) = (l.institution_id, l.id, ${part}) offset 0) r on true
  cross join lateral (select string_agg(distinct h.name, ' + ') as batches, string_agg(distinct u.title, ' / ') as courses
    from part_courses p join batches h on (h.institution_id, h.id) = (p.institution_id, p.batch_id)
    join courses u on (u.institution_id, u.id) = (p.institution_id, p.course_id)
    where (p.institution_id, p.part_id) = (l.institution_id, ${part})) k`;

/** A lesson of an absent teacher, and who takes it. */
export interface CoverLesson {
  lessonId: number;
  partId: number;
  absentId: number;
  absent: string;
  /** The first period, and how many in a row. */
  period: number;
  length: number;
  periodName: string;
  /** 'HH:MM'. */
  startsAt: string;
  endsAt: string;
  batches: string;
  courses: string;
  room: string | null;
  coverId: number | null;
  substituteId: number | null;
  substitute: string | null;
  note: string | null;
}

interface AbsentTeacher {
  employeeId: number;
  /** Of the day; null: all of it. */
  half: LeaveHalf | null;
}

/** The lessons on a day of those teachers while they are away, and those that are covered, in the order of the day. */
export const lessonsToCover = (
  db: Db,
  institutionId: number,
  day: Day,
  absent: readonly AbsentTeacher[],
): Promise<CoverLesson[]> =>
  query<CoverLesson>(db)`
    select l.id::bigint as "lessonId", y.part_id::bigint as "partId", e.id::bigint as "absentId", e.first_name || ' ' || e.surname as absent,
        l.first_period as period, l.length, b.name as "periodName", to_char(b.starts_at, 'HH24:MI') as "startsAt",
        to_char(b.ends_at, 'HH24:MI') as "endsAt", k.batches, k.courses, r.name as room, c.id::bigint as "coverId",
        s.id::bigint as "substituteId", s.first_name || ' ' || s.surname as substitute, c.note
      from timetables t
      join booked_teachers y on (y.institution_id, y.timetable_id) = (t.institution_id, t.id)
        and y.weekday = extract(isodow from ${day}::date)
      join lessons l on (l.institution_id, l.id) = (y.institution_id, y.lesson_id)
      join employees e on (e.institution_id, e.id) = (y.institution_id, y.employee_id)
      ${placeOf(sql`y.part_id`)}
      left join covers c on (c.institution_id, c.on_date, c.lesson_id, c.part_id, c.absent_id)
        = (t.institution_id, ${day}::date, l.id, y.part_id, e.id)
      left join employees s on (s.institution_id, s.id) = (c.institution_id, c.substitute_id)
      where t.institution_id = ${institutionId} and ${isValidOn(sql`${day}::date`)}
        and (${isOneOf(sql`e.id`, awayFor(absent, null))} or c.id is not null
          or b.starts_at < '12:00' and ${isOneOf(sql`e.id`, awayFor(absent, 'morning'))}
          or b.ends_at > '12:00' and ${isOneOf(sql`e.id`, awayFor(absent, 'afternoon'))})
      order by l.first_period, e.sort_name, l.id`;

const awayFor = (absent: readonly AbsentTeacher[], wanted: LeaveHalf | null) =>
  absent.flatMap(({ employeeId, half }) => (half === wanted ? employeeId : []));

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
  query<Candidate>(db)`with lesson as (select l.institution_id, l.timetable_id, l.weekday, l.periods from lessons l
        where (l.institution_id, l.id) = (${institutionId}, ${lessonId}) and l.weekday = extract(isodow from ${day}::date)),
      taught as (select batch_id, course_id from part_courses where (institution_id, part_id) = (${institutionId}, ${partId})),
      term as (select m.starts_on, m.ends_on from terms m join lesson l on l.institution_id = m.institution_id
        where ${day}::date between m.starts_on and m.ends_on order by m.starts_on desc limit 1)
    select e.id::bigint as id, e.first_name || ' ' || e.surname as name, f."teachesCourse", f."teachesBatch", n.covers, n.periods
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
      n.covers, n.periods, e.sort_name, e.id`;
