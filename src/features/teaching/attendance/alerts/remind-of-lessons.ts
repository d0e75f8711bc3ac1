import { sql, type SQL } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { employeesOf, holdersOf, notify } from '#kernel/notify.ts';
import { countOf } from '#ui/format.ts';
import { sittingName } from '../mark-kinds.ts';
import { calledInLesson, lessonsDue } from '../registers/own-registers.card.ts';

interface Alerted {
  studentId: number;
  class: string;
  day: string;
  minutes: number | null;
}

/** Where and when it is: the institution’s day, time and rules at a moment. */
export const placeAt = (institutionId: number, now: Date): SQL => sql`
  select i.id as institution_id, (m.at at time zone i.time_zone)::date as today, m.at at time zone i.time_zone as here, i.time_zone,
    coalesce(r.morning_deadline, '09:00') as morning_deadline, coalesce(r.afternoon_deadline, '14:00') as afternoon_deadline,
    make_interval(mins => coalesce(r.alert_pause, 15)) as pause, coalesce(r.taken, 'twice') as taken
  from institutions i left join attendance_rules r on r.institution_id = i.id
  cross join (values (${now.toISOString()}::timestamptz)) m (at) where i.id = ${institutionId}`;

/** A reason that the school has accepted, or that did not come from the student, says more than an alert. */
const isExplained = sql`exists (select from attendance_excuses x
  where (x.institution_id, x.student_id) = (m.institution_id, m.student_id) and p.today between x.starts_on and x.ends_on
    and (x.state = 'accepted' or x.state = 'open' and not exists (select from memberships o
      where (o.institution_id, o.student_id) = (x.institution_id, x.student_id) and o.account_id = x.account_id)))`;

/**
 * Takes the absences or latenesses of today of which nobody was told and whose time to correct is over: the pause after the
 * deadline of their sitting, or after they were marked. `since`: what was due before it is not told. Of two who take them
 * at once the second gets none.
 */
export const takeDueMarks = (
  tx: Tx,
  institutionId: number,
  kind: 'absent' | 'late',
  { now, since }: { now: Date; since: string | null },
): Promise<Alerted[]> =>
  query<Alerted>(tx)`with p as (${placeAt(institutionId, now)}),
    due as (
      select distinct on (m.student_id) m.student_id, b.name as class, p.today, m.minutes
      from p join attendance_marks m on m.institution_id = p.institution_id and m.on_date = p.today and m.kind = ${kind}
      join attendance_registers r on (r.institution_id, r.id) = (m.institution_id, m.register_id)
      join batches b on (b.institution_id, b.id) = (r.institution_id, r.batch_id)
      join students s on (s.institution_id, s.id) = (m.institution_id, m.student_id)
      cross join lateral (select p.pause + greatest(m.marked_at at time zone p.time_zone, case
        when r.sitting = 2 then p.today + p.afternoon_deadline
        when r.sitting < 2 then p.today + p.morning_deadline end) as at) due
      where due.at <= p.here and due.at > coalesce(${since}::timestamptz at time zone p.time_zone, '-infinity')
        and s.status = 'active' and s.merged_into_id is null and ${kind === 'absent' ? sql`not ${isExplained}` : sql`true`}
      order by m.student_id, r.sitting),
    told as (
      insert into attendance_alerts (institution_id, student_id, on_date, kind, sent_at)
      select ${institutionId}::int, student_id, today, ${kind}, ${now.toISOString()}::timestamptz from due order by student_id
      on conflict do nothing returning student_id)
    select d.student_id::bigint as "studentId", d.class, d.today::text as day, d.minutes
    from due d join told t using (student_id) order by d.student_id`;

interface Corrected extends Omit<Alerted, 'minutes'> {
  mark: 'present' | 'late';
  /** '09:40 am'. */
  time: string;
}

/**
 * Takes students of whom an absence was told today and who are marked in school since, in every register of the day. One who
 * is marked late is not told of again as late.
 */
export const takeCorrected = (
  tx: Tx,
  institutionId: number,
  { now, since }: { now: Date; since: string | null },
): Promise<Corrected[]> =>
  query<Corrected>(tx)`with p as (${placeAt(institutionId, now)}),
    found as (
      select distinct on (a.student_id) a.student_id, b.name as class, p.today, case m.kind when 'late' then 'late' else 'present' end as mark,
        to_char(m.marked_at at time zone p.time_zone, 'HH12:MI am') as time
      from p join attendance_alerts a on a.institution_id = p.institution_id and a.on_date = p.today and a.kind = 'absent'
      join attendance_marks m on (m.institution_id, m.student_id) = (a.institution_id, a.student_id) and m.on_date = a.on_date
        and m.kind in ('present', 'late', 'excursion') and m.marked_at > a.sent_at
      join attendance_registers r on (r.institution_id, r.id) = (m.institution_id, m.register_id)
      join batches b on (b.institution_id, b.id) = (r.institution_id, r.batch_id)
      where m.marked_at > coalesce(${since}::timestamptz, '-infinity') and not exists (select from attendance_marks o
        where (o.institution_id, o.student_id) = (m.institution_id, m.student_id) and o.on_date = m.on_date
          and o.kind not in ('present', 'late', 'excursion'))
      order by a.student_id, m.marked_at desc),
    told as (
      insert into attendance_alerts (institution_id, student_id, on_date, kind, sent_at)
      select ${institutionId}::int, student_id, today, 'corrected', ${now.toISOString()}::timestamptz from found order by student_id
      on conflict do nothing returning student_id),
    late as (
      insert into attendance_alerts (institution_id, student_id, on_date, kind, sent_at)
      select ${institutionId}::int, f.student_id, f.today, 'late', ${now.toISOString()}::timestamptz
      from found f join told using (student_id) where f.mark = 'late' order by f.student_id
      on conflict do nothing)
    select f.student_id::bigint as "studentId", f.class, f.today::text as day, f.mark, f.time
    from found f join told t using (student_id) order by f.student_id`;

interface MissingLesson {
  batchId: number;
  offeringId: number;
  batch: string;
  course: string;
  sitting: number;
  onDate: string;
  teacherIds: number[];
  /** Its own time is over since a short while. */
  isDue: boolean;
  /** Every lesson of the day is. */
  isDayOver: boolean;
}

/**
 * Reminds teachers of a lesson’s register that is missing some minutes after the lesson, and tells the office once, after
 * the last lesson of the day, how many are missing. Called by one run at a time.
 */
export async function remindOfLessons(tx: Tx, institutionId: number, now: Date, hours: number): Promise<void> {
  const missing = await missingLessons(tx, institutionId, now, hours);
  const known = await saidOf(tx, institutionId, [...missing.map(subjectOf), ...missing.map(officeSubject)]);
  const [first] = missing;
  if (first?.isDayOver && !known.has(officeSubject(first)))
    await notify(tx, {
      institutionId,
      kind: 'attendance.missing',
      subject: officeSubject(first),
      href: `/registers?date=${first.onDate}&missing=true`,
      to: holdersOf(institutionId, 'attendance.correct'),
      title: `${countOf(missing.length, 'register')} of lessons not taken`,
      body: 'The day’s lessons are over. Their teachers were reminded.',
    });
  for (const one of missing.filter((row) => row.isDue && !known.has(subjectOf(row)))) {
    const { batchId, offeringId, batch, course, sitting, onDate, teacherIds } = one;
    await notify(tx, {
      institutionId,
      kind: 'attendance.due',
      subject: subjectOf(one),
      href: `/registers/${batchId}?date=${onDate}&sitting=${sitting}&offering=${offeringId}`,
      to: employeesOf(institutionId, sql`select unnest(${sql.param(teacherIds)}::bigint[])`),
      title: `The register of ${batch}, ${course} is not taken: ${sittingName(sitting).toLowerCase()}`,
      body: 'The lesson is over. Take the register now, so that guardians of absent students are notified.',
    });
  }
}

async function saidOf(tx: Tx, institutionId: number, subjects: string[]): Promise<ReadonlySet<string>> {
  if (subjects.length === 0) return new Set();
  const said = await query<{ subject: string }>(tx)`
    select distinct subject from notifications where institution_id = ${institutionId}
      and subject = any (${sql.param(subjects)}::text[])`;
  return new Set(said.map(({ subject }) => subject));
}

const subjectOf = ({ batchId, onDate, sitting, offeringId }: MissingLesson) =>
  `attendance.due:${batchId}:${onDate}:${sitting}:${offeringId}`;
const officeSubject = ({ onDate }: MissingLesson) => `attendance.missing:${onDate}:lessons`;

/** Registers of today’s lessons that are over and have none, of batches with students. */
const missingLessons = (tx: Tx, institutionId: number, now: Date, hours: number): Promise<MissingLesson[]> =>
  query<MissingLesson>(tx)`with p as (${placeAt(institutionId, now)}),
    lessons as (
      select n.*, p.here, n.on_date + n.ends_at + make_interval(mins => n.lesson_minutes) as due_at
      from (${lessonsDue({ institutionIds: [institutionId], employeeIds: null, from: sql`(select today from p)`, to: sql`(select today from p)` })}) n
      cross join p),
    timed as (select *, max(due_at) over () as over_at from lessons)
    select n.batch_id::bigint as "batchId", n.offering_id::bigint as "offeringId", h.name as batch, u.title as course, n.sitting,
      n.on_date::text as "onDate", n.here < n.due_at + make_interval(hours => ${hours}) as "isDue",
      n.here between n.over_at and n.over_at + make_interval(hours => ${hours}) as "isDayOver",
      coalesce((select jsonb_agg(coalesce(v.substitute_id, y.employee_id)) from booked_teachers y
        left join lesson_substitutes v on (v.institution_id, v.on_date, v.lesson_id, v.part_id, v.absent_id)
          = (y.institution_id, n.on_date, y.lesson_id, y.part_id, y.employee_id)
        where y.institution_id = n.institution_id and y.lesson_id = any (n.lesson_ids) and y.part_id = any (n.part_ids)), '[]') as "teacherIds"
    from timed n
    join batches h on (h.institution_id, h.id) = (n.institution_id, n.batch_id)
    join course_offerings f on (f.institution_id, f.id) = (n.institution_id, n.offering_id)
    join courses u on (u.institution_id, u.id) = (f.institution_id, f.course_id)
    where n.here >= n.due_at
      and ${calledInLesson} > 0
      and not exists (select from attendance_registers g where (g.institution_id, g.batch_id, g.on_date, g.sitting, g.offering_id)
        = (n.institution_id, n.batch_id, n.on_date, n.sitting, n.offering_id))
    order by n.sitting, h.name, n.offering_id`;
