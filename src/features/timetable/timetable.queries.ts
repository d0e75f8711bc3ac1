import { sql } from 'drizzle-orm';
import type { Day } from '#kernel/dates.ts';
import { rowsOf, type Db } from '#kernel/database.ts';
import { asksStudents, isForThem, lessonsIn, partsOf, takenBy, type LessonsOf } from './lessons-of.ts';
import { isValidOn } from './valid-versions.ts';

export type { LessonsOf } from './lessons-of.ts';

/** One part of a lesson on a day of the published timetable: a usual lesson has one, electives in parallel several. */
export interface TaughtLesson {
  day: Day;
  timetableId: number;
  lessonId: number;
  partId: number;
  /** ISO: 1 is Monday. */
  weekday: number;
  /** The first one. Periods count those in which lessons are taught. */
  period: number;
  /** How many periods in a row. */
  length: number;
  /** Of the first period: 'Period 3'. */
  periodName: string;
  /** 'HH:MM' in the time zone of the institution. */
  startsAt: string;
  endsAt: string;
  /** The name of a block of electives. */
  setName: string | null;
  /** More than one: combined. The offering is null if the course is not offered any more. */
  courses: {
    batchId: number;
    batch: string;
    courseId: number;
    code: string;
    title: string;
    offeringId: number | null;
  }[];
  /** Who teaches it that day: a substitute in place of somebody who is away. */
  teachers: { id: number; name: string; isSubstitute?: true }[];
  roomId: number | null;
  room: string | null;
  /** Whose it is, where students were asked for. */
  studentId: number | null;
  /** The first name. */
  student: string | null;
}

/**
 * The lessons of the published timetable on the days from `from` to `to`, in their order, in one statement. It does not
 * know holidays. The caller decides who may see them: `readableSubject` for a person who asks.
 */
export async function lessonsBetween(
  db: Db,
  institutionId: number,
  who: LessonsOf,
  from: Day,
  to: Day,
): Promise<TaughtLesson[]> {
  const rows = await rowsOf<TaughtLesson & { isTaken: boolean; choosesElectives: boolean }>(
    db,
    sql`select d.day::text as day, t.id::int as "timetableId", l.id::int as "lessonId", p.id::int as "partId", l.weekday,
        l.first_period as period, l.length, b.name as "periodName", to_char(b.starts_at, 'HH24:MI') as "startsAt",
        to_char(e.ends_at, 'HH24:MI') as "endsAt", s.name as "setName", k.courses, coalesce(x.teachers, '[]') as teachers,
        r.id::int as "roomId", r.name as room, ${asksStudents(who) ? sql`z.id::int` : sql`null`} as "studentId", ${asksStudents(who) ? sql`z.first_name` : sql`null`} as student, ${takenBy(who)}
      from (select generate_series(${from}::date, ${to}::date, '1 day')::date as day) d
      join timetables t on t.institution_id = ${institutionId} and ${isValidOn(sql`d.day`)}
      join lessons l on (l.institution_id, l.timetable_id, l.weekday)
        = (${institutionId}, t.id, extract(isodow from d.day)::int) and ${lessonsIn(institutionId, who)}
      join lesson_parts p on (p.institution_id, p.set_id) = (${institutionId}, l.set_id)
      join lesson_sets s on (s.institution_id, s.id) = (${institutionId}, l.set_id)
      join timetable_days w on (w.institution_id, w.timetable_id, w.weekday) = (${institutionId}, t.id, l.weekday)
      join bell_periods b on (b.institution_id, b.pattern_id, b.period) = (${institutionId}, w.pattern_id, l.first_period)
      join bell_periods e on (e.institution_id, e.pattern_id, e.period)
        = (${institutionId}, w.pattern_id, l.first_period + l.length - 1)
      left join booked_rooms o on (o.institution_id, o.lesson_id, o.part_id) = (${institutionId}, l.id, p.id)
      left join rooms r on (r.institution_id, r.id) = (${institutionId}, o.room_id)
      cross join lateral (select coalesce(jsonb_agg(jsonb_build_object('batchId', c.batch_id, 'batch', h.name,
          'courseId', c.course_id, 'code', u.code, 'title', u.title, 'offeringId', f.id) order by h.name, u.title), '[]') as courses
        from part_courses c join batches h on (h.institution_id, h.id) = (${institutionId}, c.batch_id)
        join courses u on (u.institution_id, u.id) = (${institutionId}, c.course_id)
        left join course_offerings f on (f.institution_id, f.batch_id, f.course_id)
          = (${institutionId}, c.batch_id, c.course_id)
        where (c.institution_id, c.part_id) = (${institutionId}, p.id)) k
      cross join lateral (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', g.id, 'name', g.first_name || ' ' || g.surname,
          'isSubstitute', case when v.absent_id is not null then true end)) order by g.surname, g.id) as teachers
        from booked_teachers y
        left join lesson_substitutes v on (v.institution_id, v.on_date, v.lesson_id, v.part_id, v.absent_id)
          = (${institutionId}, d.day, l.id, p.id, y.employee_id)
        join employees g on (g.institution_id, g.id) = (${institutionId}, coalesce(v.substitute_id, y.employee_id))
        where (y.institution_id, y.lesson_id, y.part_id) = (${institutionId}, l.id, p.id)) x
      ${asksStudents(who) ? sql`cross join students z` : sql``}
      where ${partsOf(institutionId, who)}
      order by d.day, l.first_period, k.courses -> 0 ->> 'batch', l.id, p.position`,
  );
  return rows.filter((row) => isForThem(row, rows)).map(({ isTaken: _, choosesElectives: __, ...lesson }) => lesson);
}

/** The lessons of a day, of all batches. */
export const lessonsOn = (db: Db, institutionId: number, date: Day): Promise<TaughtLesson[]> =>
  lessonsBetween(db, institutionId, 'everybody', date, date);

/** What a teacher teaches on a day. */
export const lessonsOfTeacher = (
  db: Db,
  institutionId: number,
  employeeId: number,
  date: Day,
): Promise<TaughtLesson[]> => lessonsBetween(db, institutionId, { employeeId }, date, date);
