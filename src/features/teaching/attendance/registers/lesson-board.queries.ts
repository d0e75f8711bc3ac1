import { sql, type SQL } from 'drizzle-orm';
import type { WantedRows } from './wanted-rows.ts';
import { lessonsDue } from './lessons-due.ts';

/** Who teaches lesson `n` on its day: a substitute in place of somebody who is away. */
const teachersOfLesson = sql`(select string_agg(distinct e.first_name || ' ' || e.surname, ', ') from booked_teachers y
  left join lesson_substitutes v on (v.institution_id, v.on_date, v.lesson_id, v.part_id, v.absent_id)
    = (y.institution_id, n.on_date, y.lesson_id, y.part_id, y.employee_id)
  join employees e on (e.institution_id, e.id) = (y.institution_id, coalesce(v.substitute_id, y.employee_id))
  where y.institution_id = n.institution_id and y.lesson_id = any (n.lesson_ids) and y.part_id = any (n.part_ids))`;

/** How many are called in a lesson of offering `f` of course `u`: the batch, or those who chose the elective. */
export const calledInLesson = sql`case when u.elective_group is null
  then (select sum(k.students) from batch_counts k where (k.institution_id, k.batch_id) = (f.institution_id, f.batch_id))
  else (select count(*) from student_electives x join students s on (s.institution_id, s.id) = (x.institution_id, x.student_id)
    where (x.institution_id, x.offering_id, s.batch_id) = (f.institution_id, f.id, f.batch_id)) end`;

/**
 * The registers of a day by lesson: own ones in the order of the day, all of them with those that are missing first. A
 * lesson that was taken although the timetable does not have it is among them.
 */
export function lessonRowsOn({ institutionIds, employeeIds, accountId, onDate, missingOnly, q }: WantedRows): SQL {
  const day = sql`${onDate}::date`;
  const here = sql`(now() at time zone n.time_zone)`;
  const begins = sql`${onDate}::date + n.starts_at`;
  const isOwn = employeeIds
    ? sql`(g.taken_by = ${accountId} or f.employee_id = any (${sql.param(employeeIds)}::bigint[]))`
    : sql`true`;
  const ids = sql`${sql.param(institutionIds)}::int[]`;
  return sql`
    with due as (${lessonsDue({ institutionIds, employeeIds, from: day, to: day })}),
    n as (select * from due union all
      select g.institution_id, i.time_zone, r.lesson_minutes, g.on_date, g.batch_id, g.offering_id, g.sitting, null, null, '{}', '{}'
      from attendance_registers g join institutions i on i.id = g.institution_id
      join attendance_rules r on r.institution_id = i.id and r.taken = 'lessons'
      join course_offerings f on (f.institution_id, f.id) = (g.institution_id, g.offering_id)
      where g.institution_id = any (${ids}) and g.on_date = ${onDate}::date and g.sitting > 10 and ${isOwn}
        and not exists (select from due where (due.institution_id, due.batch_id, due.offering_id, due.sitting)
          = (g.institution_id, g.batch_id, g.offering_id, g.sitting)))
    select h.id::int as "batchId", n.institution_id as "institutionId", h.name as batch, u.title as course,
      n.offering_id::int as "offeringId", n.sitting, ${teachersOfLesson} as teachers,
      coalesce(cardinality(g.roll), ${calledInLesson})::int as students, g.id is not null as "isTaken", a.name as "takenBy",
      coalesce(g.absent_count, 0) as absent, coalesce(g.late_count, 0) as late,
      g.id is null and ${here} > ${onDate}::date + n.ends_at + make_interval(mins => n.lesson_minutes) as "isLate",
      to_char(n.starts_at, 'HH24:MI') as "startsAt", to_char(n.ends_at, 'HH24:MI') as "endsAt",
      g.id is null and ${here} < ${begins} as "isUpcoming"
    from n
    join batches h on (h.institution_id, h.id) = (n.institution_id, n.batch_id)
    join course_offerings f on (f.institution_id, f.id) = (n.institution_id, n.offering_id)
    join courses u on (u.institution_id, u.id) = (f.institution_id, f.course_id)
    left join attendance_registers g on (g.institution_id, g.batch_id, g.on_date, g.sitting, g.offering_id)
      = (n.institution_id, n.batch_id, n.on_date, n.sitting, n.offering_id)
    left join accounts a on a.id = g.taken_by
    where (g.id is not null or ${calledInLesson} > 0) and ${missingOnly ? sql`g.id is null and ${here} >= ${begins}` : sql`true`}
      and ${q ? sql`h.name ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`}
    order by n.institution_id, ${employeeIds ? sql`` : sql`case when g.id is not null then 1 when ${here} < ${begins} then 2 else 0 end,`}
      n.sitting, h.name, u.title, n.offering_id`;
}
