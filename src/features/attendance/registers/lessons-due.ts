import { sql, type SQL } from 'drizzle-orm';
import type { Day } from '#kernel/dates.ts';
import { isValidOn } from '#features/timetable/valid-versions.ts';

interface Whose {
  institutionIds: readonly number[];
  /** Lessons that these employees teach on the day, also for somebody who is away; null: all. */
  employeeIds: readonly number[] | null;
  /** The days, as a query with a column `day`. */
  days: SQL;
}

/** Lessons `l` that these employees are booked for, and those that they take for somebody else on one of the days. */
const taughtBy = (institutionIds: SQL, employeeIds: readonly number[]): SQL => {
  const those = sql`${sql.param([...employeeIds])}::bigint[]`;
  return sql`l.id in (
      select y.lesson_id from booked_teachers y where y.institution_id = any (${institutionIds}) and y.employee_id = any (${those})
      union all
      select v.lesson_id from lesson_substitutes v where v.institution_id = any (${institutionIds}) and v.substitute_id = any (${those}))
    and (exists (select from booked_teachers y
        where (y.institution_id, y.lesson_id, y.part_id) = (l.institution_id, l.id, p.id) and y.employee_id = any (${those})
          and not exists (select from lesson_substitutes v
            where (v.institution_id, v.on_date, v.lesson_id, v.part_id, v.absent_id)
              = (y.institution_id, d.on_date, y.lesson_id, y.part_id, y.employee_id)))
      or exists (select from lesson_substitutes v
        where (v.institution_id, v.on_date, v.lesson_id, v.part_id) = (l.institution_id, d.on_date, l.id, p.id)
          and v.substitute_id = any (${those})))`;
};

/**
 * Registers that the timetable asks for on school days, where registers are taken by lesson: one for each batch and course
 * of a lesson. A double lesson has one. On a day that ends after the morning by an entry in the calendar, lessons that
 * begin in the afternoon do not take place.
 */
export function lessonsDue({ institutionIds, employeeIds, days }: Whose): SQL {
  const ids = sql`${sql.param([...institutionIds])}::int[]`;
  return sql`
    select i.id as institution_id, i.time_zone, r.lesson_minutes, d.on_date, h.id as batch_id, f.id as offering_id,
      (10 + l.first_period)::smallint as sitting, min(b.starts_at) as starts_at, max(e.ends_at) as ends_at,
      array_agg(l.id) as lesson_ids, array_agg(p.id) as part_ids
    from institutions i
    join attendance_rules r on r.institution_id = i.id and r.taken = 'lessons'
    cross join (${days}) asked
    cross join lateral akada_school_days(i.id, asked.day, asked.day) d
    join timetables t on t.institution_id = i.id and ${isValidOn(sql`d.on_date`)}
    join lessons l on (l.institution_id, l.timetable_id, l.weekday) = (i.id, t.id, extract(isodow from d.on_date)::int)
    join timetable_days w on (w.institution_id, w.timetable_id, w.weekday) = (i.id, t.id, l.weekday)
    join bell_periods b on (b.institution_id, b.pattern_id, b.period) = (i.id, w.pattern_id, l.first_period)
    join bell_periods e on (e.institution_id, e.pattern_id, e.period) = (i.id, w.pattern_id, l.first_period + l.length - 1)
    join lesson_parts p on (p.institution_id, p.set_id) = (i.id, l.set_id)
    join part_courses c on (c.institution_id, c.part_id) = (i.id, p.id)
    join batches h on (h.institution_id, h.id, h.session_id) = (i.id, c.batch_id, d.session_id) and h.closed_at is null
    join course_offerings f on (f.institution_id, f.batch_id, f.course_id) = (i.id, c.batch_id, c.course_id)
    where i.id = any (${ids}) and ${employeeIds ? taughtBy(ids, employeeIds) : sql`true`}
      and (d.sittings = 2 or b.starts_at < '12:00' or not exists (select from calendar_entries x
        where x.institution_id = i.id and x.kind = 'half_day' and d.on_date between x.starts_on and x.ends_on))
    group by i.id, i.time_zone, r.lesson_minutes, d.on_date, h.id, f.id, l.first_period`;
}

export const onOneDay = (day: Day): SQL => sql`select ${day}::date as day`;
