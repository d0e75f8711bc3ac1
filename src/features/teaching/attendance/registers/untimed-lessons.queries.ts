import { sql, type SQL } from 'drizzle-orm';
import { can, institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { addDays, type Day } from '#kernel/dates.ts';
import { isValidOn } from '#features/teaching/timetable/valid-versions.ts';
import { daysToTake, seeingRegisters, takingRegisters } from './place.queries.ts';
import { calledInLesson } from './lesson-board.queries.ts';

/** A course that is called in lessons of which no timetable knows the time. */
export interface UntimedLesson {
  batchId: number;
  batch: string;
  course: string;
  offeringId: number;
  students: number;
  /** After the last lesson of the batch that has a register on the day. */
  sitting: number;
}

export interface UntimedLessons {
  /** Of the reader’s courses, or of the class that the office looks for. */
  rows: UntimedLesson[];
  isMore: boolean;
  /** Whether the reader can find the lessons of any class. */
  canFind: boolean;
  canMakeTimetables: boolean;
}

const mostRows = 60;

interface Wanted {
  onDate: Day;
  today: Day;
  wanted: number | undefined;
  q?: string;
}

/**
 * Where registers are taken by lesson and no timetable is published for a school day: the courses of which the reader can
 * open a register, each with the next period. Null everywhere else.
 */
export async function untimedLessons(
  db: Db,
  actor: Actor,
  { onDate, today, wanted, q = '' }: Wanted,
): Promise<UntimedLessons | null> {
  if (onDate > today) return null;
  const institutionIds = institutionsInView(actor, wanted, ...seeingRegisters);
  const isOpen = (id: number) => onDate >= addDays(today, -daysToTake) || can(actor, 'attendance.correct', id);
  const taking = institutionsInView(actor, wanted, ...takingRegisters).filter(isOpen);
  const all = institutionsInView(actor, wanted, 'attendance.take').filter(isOpen);
  const employeeIds = taking.flatMap((id) => membershipIn(actor, id)!.employeeIds);
  const isFound = sql`r.institution_id = any (${sql.param(all)}::int[])
    and h.name ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}`;
  const isOwn = sql`f.employee_id = any (${sql.param(employeeIds)}::bigint[])`;
  const found = await query<{ institutionId: number; rows: UntimedLesson[] }>(
    db,
    sql`select r.institution_id as "institutionId", coalesce((select jsonb_agg(to_jsonb(x)) from (
        ${lessonsOf(onDate, q ? sql`(${isOwn} or ${isFound})` : isOwn)} limit ${mostRows + 1}) x), '[]') as rows
      from attendance_rules r
      join akada_school_days(r.institution_id, ${onDate}::date, ${onDate}::date) d on true
      join terms k on (k.institution_id, k.id) = (r.institution_id, d.term_id)
      where r.taken = 'lessons' and r.institution_id = any (${sql.param(institutionIds)}::int[])
        and not exists (select from timetables t where t.institution_id = r.institution_id and ${isValidOn(sql`${onDate}::date`)})
      order by r.institution_id`,
  );
  if (found.length === 0) return null;
  const rows = found.flatMap((one) => one.rows);
  const hereMay = (permission: 'attendance.take' | 'timetable.edit' | 'timetable.publish') =>
    found.some(({ institutionId }) => can(actor, permission, institutionId));
  return {
    rows: rows.slice(0, mostRows),
    isMore: rows.length > mostRows,
    canFind: hereMay('attendance.take'),
    canMakeTimetables: hereMay('timetable.edit') || hereMay('timetable.publish'),
  };
}

/** The courses of term `k` with somebody to call. */
const lessonsOf = (onDate: Day, which: SQL): SQL => sql`
  select y.* from (select h.id as "batchId", h.name as batch, u.title as course, f.id as "offeringId",
      coalesce(${calledInLesson}, 0)::int as students,
      least(60, 1 + greatest(10, (select max(g.sitting) from attendance_registers g
        where (g.institution_id, g.batch_id, g.on_date) = (h.institution_id, h.id, ${onDate}::date)))) as sitting
    from batches h
    join course_offerings f on (f.institution_id, f.batch_id) = (h.institution_id, h.id)
      and (f.term_position is null or f.term_position = k.position)
    join courses u on (u.institution_id, u.id) = (f.institution_id, f.course_id)
    where (h.institution_id, h.session_id) = (r.institution_id, d.session_id) and h.closed_at is null and ${which}) y
  where y.students > 0 order by y.batch, y.course, y."offeringId"`;
