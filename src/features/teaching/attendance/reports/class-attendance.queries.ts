import { sql, type SQL } from 'drizzle-orm';
import { isOneOf, query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';

export interface ClassAttendance {
  name: string;
  called: number;
  absent: number;
}

/** Registers `r` of the morning or the whole day. */
const byDay = (ids: number[], onDate: SQL): SQL => sql`
  select r.institution_id, r.batch_id, sum(cardinality(r.roll)) as called, sum(r.absent_count) as absent
  from attendance_registers r left join attendance_rules a on a.institution_id = r.institution_id
  where ${isOneOf(sql`r.institution_id`, ids)} and r.on_date = ${onDate} and r.sitting < 2
    and a.taken is distinct from 'lessons'
  group by r.institution_id, r.batch_id`;

/** Of registers of lessons, the last one in which a student was called: who came late in the morning is there by then. */
const byLesson = (ids: number[], onDate: SQL): SQL => sql`
  select l.institution_id, l.batch_id, count(*) as called,
    count(*) filter (where m.kind not in ('present', 'late', 'excursion')) as absent
  from (select distinct on (a.institution_id, x.student_id) a.institution_id, r.batch_id, r.id, x.student_id
    from attendance_rules a
    join attendance_registers r on r.institution_id = a.institution_id and r.on_date = ${onDate} and r.sitting > 10
    cross join lateral unnest(r.roll) x (student_id)
    where a.taken = 'lessons' and ${isOneOf(sql`a.institution_id`, ids)}
    order by a.institution_id, x.student_id, r.sitting desc, r.taken_at desc, r.id desc) l
  left join attendance_marks m on (m.institution_id, m.register_id, m.student_id) = (l.institution_id, l.id, l.student_id)
  group by l.institution_id, l.batch_id`;

/**
 * How many are there on a day, of all who were called, in the order of classes: by the register of the morning or the
 * whole day. Where registers are taken by lesson, a student is there who was present, late or on an excursion in the
 * latest period of the day in which a register called them, and each counts once.
 */
export function classAttendance(db: Db, ids: number[], day: Day): Promise<ClassAttendance[]> {
  const onDate = sql`${day}::date`;
  return query<ClassAttendance>(
    db,
    sql`select c.name, sum(s.called)::int as called, sum(s.absent)::int as absent
      from (${byDay(ids, onDate)} union all ${byLesson(ids, onDate)}) s
      join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
      join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
      join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
      group by c.institution_id, c.id, c.name, c.position, p.name order by c.institution_id, p.name, c.position`,
  );
}
