import { sql, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { percentOf } from '../months/period-figures.ts';
import { seenAttendance } from '../record/attendance.tab.ts';
import { dayFigures } from '../registers/own-registers.card.ts';
import { query, isOneOf, type Db } from '#kernel/database.ts';
import { today as todayIn, type Day } from '#kernel/dates.ts';

const shown = 8;

/** Today where the first of the institutions is. */
const todayOf = (actor: Actor, [first]: number[]) =>
  todayIn(first === undefined ? 'Africa/Lagos' : membershipIn(actor, first)!.timeZone);

const byClass: ReadyDashlet = {
  key: 'attendance.today',
  label: 'Attendance today',
  place: 25,
  size: 'wide',
  may: ['attendance.view'],
  description:
    'Students present in the day’s first register, by class. If registers are taken by lesson, students present in their latest lesson today.',
  empty: 'No register has been taken today.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'attendance.view');
    const rows = await classAttendance(db, ids, todayOf(actor, ids));
    if (rows.length === 0) return null;
    return {
      as: 'bars',
      full: 100,
      href: '/registers',
      points: rows.map(({ name, called, absent }) => ({
        label: name,
        value: Number(percentOf(called - absent, called) ?? 0),
        shown: `${called - absent} of ${called}`,
      })),
    };
  },
};

const missing: ReadyDashlet = {
  key: 'attendance.missing',
  label: 'Registers missing',
  place: 26,
  size: 'small',
  may: ['attendance.view', 'attendance.take'],
  description: 'Registers of today that have not been taken yet.',
  empty: 'There is no school today, or no lesson has begun yet.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'attendance.view', 'attendance.take');
    const { registers, taken } = await dayFigures(db, actor, todayOf(actor, ids), wanted);
    if (registers === 0) return null;
    return { as: 'figure', value: registers - taken, hint: `of ${registers} today`, href: '/registers?missing=true' };
  },
};

const low: ReadyDashlet = {
  key: 'attendance.low',
  label: 'Low attendance',
  place: 27,
  size: 'small',
  may: ['attendance.view', 'attendance.viewOwn'],
  description: 'Students below the institution’s limit in this term, such as 75%. Lowest attendance first.',
  empty: 'Nobody is below the limit this term.',
  async load(db, actor, wanted) {
    const rows = await query<{ id: number; name: string; attended: number; called: number; all: number }>(db)`
      select students.id::bigint as id, students.surname || ', ' || students.first_name as name, a.attended, a.called,
          (count(*) over ())::int as all
        from attendance_totals a join terms t on (t.institution_id, t.id) = (a.institution_id, a.term_id) and t.is_current
        join students on (students.institution_id, students.id) = (a.institution_id, a.student_id)
        left join attendance_rules r on r.institution_id = a.institution_id
        where ${seenAttendance(actor, wanted)} and students.batch_id is not null and a.offering_id = 0
          and a.attended * 100 < a.called * coalesce(r.warn_below, 75)
        order by a.attended::float8 / a.called, students.sort_name limit ${shown}`;
    if (rows.length === 0) return null;
    return {
      as: 'list',
      hint: `${rows[0]!.all} in all`,
      points: rows.map(({ id, name, attended, called }) => ({
        label: name,
        value: Number(percentOf(attended, called)),
        shown: `${percentOf(attended, called)}%`,
        href: `/students/${id}/attendance`,
      })),
    };
  },
};

export const attendanceDashlets: readonly ReadyDashlet[] = [byClass, missing, low];

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
function classAttendance(db: Db, ids: number[], day: Day) {
  const onDate = sql`${day}::date`;
  return query<{ name: string; called: number; absent: number }>(
    db,
  )`select c.name, sum(s.called)::int as called, sum(s.absent)::int as absent
      from (${byDay(ids, onDate)} union all ${byLesson(ids, onDate)}) s
      join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
      join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
      join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
      group by c.institution_id, c.id, c.name, c.position, p.name order by c.institution_id, p.name, c.position`;
}
