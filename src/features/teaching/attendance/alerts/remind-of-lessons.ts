import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { employeesOf, holdersOf, notify } from '#kernel/notify.ts';
import { countOf } from '#ui/format.ts';
import { sittingName } from '../mark-kinds.ts';
import { calledInLesson } from '../registers/lesson-board.queries.ts';
import { lessonsDue } from '../registers/lessons-due.ts';
import { placeAt } from './due-marks.queries.ts';

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
      body: 'The lessons of the day are over. Their teachers were reminded.',
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
      body: 'The lesson is over. Take the register now, so that guardians of absent students are told.',
    });
  }
}

async function saidOf(tx: Tx, institutionId: number, subjects: string[]): Promise<ReadonlySet<string>> {
  if (subjects.length === 0) return new Set();
  const said = await query<{ subject: string }>(
    tx,
    sql`select distinct subject from notifications where institution_id = ${institutionId}
      and subject = any (${sql.param(subjects)}::text[])`,
  );
  return new Set(said.map(({ subject }) => subject));
}

const subjectOf = ({ batchId, onDate, sitting, offeringId }: MissingLesson) =>
  `attendance.due:${batchId}:${onDate}:${sitting}:${offeringId}`;
const officeSubject = ({ onDate }: MissingLesson) => `attendance.missing:${onDate}:lessons`;

/** Registers of today’s lessons that are over and have none, of batches with students. */
const missingLessons = (tx: Tx, institutionId: number, now: Date, hours: number): Promise<MissingLesson[]> =>
  query<MissingLesson>(
    tx,
    sql`with p as (${placeAt(institutionId, now)}),
    lessons as (
      select n.*, p.here, n.on_date + n.ends_at + make_interval(mins => n.lesson_minutes) as due_at
      from (${lessonsDue({ institutionIds: [institutionId], employeeIds: null, from: sql`(select today from p)`, to: sql`(select today from p)` })}) n
      cross join p),
    timed as (select *, max(due_at) over () as over_at from lessons)
    select n.batch_id::int as "batchId", n.offering_id::int as "offeringId", h.name as batch, u.title as course, n.sitting,
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
    order by n.sitting, h.name, n.offering_id`,
  );
