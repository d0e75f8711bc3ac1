import { sql } from 'drizzle-orm';
import { isOneOf, query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import type { LeaveHalf } from '#features/teaching/leave/leave-kinds.ts';
import { isValidOn } from '#features/teaching/timetable/valid-versions.ts';
import { placeOf } from './lesson-place.ts';

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

export interface AbsentTeacher {
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
  query<CoverLesson>(
    db,
    sql`select l.id::int as "lessonId", y.part_id::int as "partId", e.id::int as "absentId", e.first_name || ' ' || e.surname as absent,
        l.first_period as period, l.length, b.name as "periodName", to_char(b.starts_at, 'HH24:MI') as "startsAt",
        to_char(z.ends_at, 'HH24:MI') as "endsAt", k.batches, k.courses, r.name as room, c.id::int as "coverId",
        s.id::int as "substituteId", s.first_name || ' ' || s.surname as substitute, c.note
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
          or z.ends_at > '12:00' and ${isOneOf(sql`e.id`, awayFor(absent, 'afternoon'))})
      order by l.first_period, e.sort_name, l.id`,
  );

const awayFor = (absent: readonly AbsentTeacher[], wanted: LeaveHalf | null) =>
  absent.flatMap(({ employeeId, half }) => (half === wanted ? employeeId : []));
