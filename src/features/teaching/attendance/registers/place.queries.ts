import { sql, type SQL } from 'drizzle-orm';
import { can, institutionsWhere, membershipIn, type Actor, institutionsInView } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { addDays, today, type Day } from '#kernel/dates.ts';
import { NotFound } from '#kernel/errors.ts';
import { isValidOn } from '#features/teaching/timetable/valid-versions.ts';
import { isLesson, type TakingMode } from '../mark-kinds.ts';
import { calledInLesson } from './own-registers.card.ts';

export const seeingRegisters = [
  'attendance.view',
  'attendance.viewOwn',
  'attendance.take',
  'attendance.takeOwn',
] as const;
export const takingRegisters = ['attendance.take', 'attendance.takeOwn'] as const;

/** For how many days teachers can take a missed register or change one; afterwards those who correct do. */
const daysToTake = 7;

/** Which register: of a batch, or of a course in it, on a day. */
export interface RegisterKey {
  batchId: number;
  onDate: Day;
  sitting: number;
  /** Of a lesson. */
  offeringId: number | null;
}

export interface RegisterPlace extends RegisterKey {
  institutionId: number;
  batch: string;
  /** Of a lesson's course. */
  course: string | null;
  isElective: boolean;
  sessionId: number;
  isSessionClosed: boolean;
  taken: TakingMode;
  morningDeadline: string;
  afternoonDeadline: string;
  /** Null: not a school day. */
  termId: number | null;
  sittings: number;
  /** The holiday on a day without school. */
  holiday: string | null;
  /** Whether a timetable says when the lessons of the day are. */
  isTimed: boolean;
  /** Today where the institution is. */
  today: Day;
  /** Class teacher of the batch, teacher of the course for a lesson's register, or today's substitute. */
  isOwn: boolean;
}

/**
 * The place of a register that the actor may see. `hold`: the batch is neither closed nor renamed until the end of the
 * transaction. `forDay`: only the register of that day is meant, which a substitute sees too.
 */
export async function findPlace(
  db: Db,
  actor: Actor,
  { batchId, onDate, sitting, offeringId }: RegisterKey,
  { hold = false, forDay = true } = {},
): Promise<RegisterPlace> {
  const within = institutionsWhere(actor, ...seeingRegisters);
  const employeeIds = sql`${sql.param(actor.institutions.flatMap((one) => one.employeeIds))}::bigint[]`;
  // Who takes a lesson of the batch that day for somebody who is away takes its register too.
  const isSubstitute = sql`${forDay} and exists (select from lesson_substitutes v
    join part_courses p on (p.institution_id, p.part_id) = (v.institution_id, v.part_id)
    where (v.institution_id, v.on_date, p.batch_id) = (b.institution_id, ${onDate}::date, b.id)
      and v.substitute_id = any (${employeeIds}) and (${offeringId}::bigint is null or p.course_id = o.course_id))`;
  // The timetable may name another teacher for the lesson than the course does.
  const isInTimetable = (which: SQL) =>
    offeringId === null
      ? sql`false`
      : sql`exists (select from timetables t
    join booked_teachers k on (k.institution_id, k.timetable_id, k.weekday) = (t.institution_id, t.id, extract(isodow from ${onDate}::date)::int)
    join part_courses p on (p.institution_id, p.part_id) = (k.institution_id, k.part_id)
    where t.institution_id = b.institution_id and ${isValidOn(sql`${onDate}::date`)} and k.employee_id = any (${employeeIds})
      and p.batch_id = b.id and ${which})`;
  const [row] = await query<FoundPlace>(db)`
    select b.institution_id as "institutionId", b.name as batch, o.course, coalesce(o.is_elective, false) as "isElective",
      y.id::bigint as "sessionId", y.closed_at is not null or b.closed_at is not null as "isSessionClosed",
      coalesce(r.taken, 'twice') as taken, coalesce(r.morning_deadline, '09:00')::text as "morningDeadline",
      coalesce(r.afternoon_deadline, '14:00')::text as "afternoonDeadline",
      d.term_id::bigint as "termId", coalesce(d.sittings, 0) as sittings,
      (select e.title from calendar_entries e where e.institution_id = b.institution_id and e.kind = 'holiday'
        and ${onDate}::date between e.starts_on and e.ends_on order by e.id limit 1) as holiday,
      case when ${offeringId}::bigint is null then exists (select from batch_teachers x
          where (x.institution_id, x.batch_id) = (b.institution_id, b.id) and x.employee_id = any (${employeeIds}))
        else coalesce(o.employee_id = any (${employeeIds}), false) or ${isInTimetable(sql`p.course_id = o.course_id`)} end as "isOwn",
      exists (select from timetables t where t.institution_id = b.institution_id and ${isValidOn(sql`${onDate}::date`)}) as "isTimed",
      ${isSubstitute} as "isSubstitute",
      exists (select from batch_teachers x where (x.institution_id, x.batch_id) = (b.institution_id, b.id)
          and x.employee_id = any (${employeeIds}))
        or exists (select from course_offerings x where (x.institution_id, x.batch_id) = (b.institution_id, b.id)
          and x.employee_id = any (${employeeIds})) or ${isInTimetable(sql`true`)} as "isTeaching"
    from batches b
    join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
    left join attendance_rules r on r.institution_id = b.institution_id
    left join lateral (select f.employee_id, f.course_id, c.title as course, c.elective_group is not null as is_elective
      from course_offerings f join courses c on (c.institution_id, c.id) = (f.institution_id, f.course_id)
      where f.institution_id = b.institution_id and f.batch_id = b.id and f.id = ${offeringId}::bigint) o on true
    left join lateral akada_school_days(b.institution_id, ${onDate}::date, ${onDate}::date) d on d.session_id = b.session_id
    where b.institution_id = any (${sql.param(within)}::int[]) and b.id = ${batchId}
      and (${offeringId}::bigint is null or o.course is not null) ${hold ? sql`for share of b` : sql``}`;
  if (!row) throw new NotFound('register');
  const { isTeaching, isSubstitute: covers, ...place } = row;
  const { permissions, timeZone } = membershipIn(actor, place.institutionId)!;
  const seesAll = permissions.has('attendance.view') || permissions.has('attendance.take');
  if (!seesAll && !isTeaching && !covers) throw new NotFound('register');
  const now = today(timeZone);
  // The lesson is the substitute’s; the register of the day is so on that day alone.
  const isOwn = place.isOwn || (covers && (offeringId !== null || onDate >= now));
  return { batchId, onDate, sitting, offeringId, ...place, isOwn, today: now };
}

type FoundPlace = Omit<RegisterPlace, keyof RegisterKey | 'today'> & { isTeaching: boolean; isSubstitute: boolean };

/** Whether the actor takes this register on its day. */
export const mayTake = (actor: Actor, { institutionId, isOwn }: RegisterPlace): boolean =>
  can(actor, 'attendance.take', institutionId) || (isOwn && can(actor, 'attendance.takeOwn', institutionId));

/** Whether the actor takes or changes it today: teachers for some days, those who correct at any time of the session. */
export function mayChange(actor: Actor, place: RegisterPlace): boolean {
  if (can(actor, 'attendance.correct', place.institutionId)) return true;
  return mayTake(actor, place) && place.onDate >= addDays(place.today, -daysToTake);
}

/** Why nobody can take this register; undefined if somebody can. */
export function closedReason(place: RegisterPlace): string | undefined {
  const { onDate, sitting, taken, today: now, sittings, holiday, isSessionClosed, batch } = place;
  if (isSessionClosed) return `${batch} is closed, so its registers can no longer be changed.`;
  if (onDate > now) return 'This day is in the future. Choose today or an earlier day.';
  if (sittings === 0)
    return holiday
      ? `There is no school on this day: ${holiday}.`
      : 'There is no school on this day. Choose a school day.';
  if (isLesson(sitting)) return taken === 'lessons' ? undefined : 'Registers are not taken by lesson here.';
  if (taken === 'lessons') return 'Registers are taken in each lesson here.';
  if (taken === 'once') return sitting === 0 ? undefined : 'Registers are taken once a day here.';
  if (sitting === 0) return 'Registers are taken in the morning and in the afternoon here.';
  return sitting === 2 && sittings === 1 ? 'School ends after the morning on this day.' : undefined;
}

/** A course that is called in lessons of which no timetable knows the time. */
interface UntimedLesson {
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

/**
 * Where registers are taken by lesson and no timetable is published for a school day: the courses of which the reader can
 * open a register, each with the next period. Null everywhere else.
 */
export async function untimedLessons(
  db: Db,
  actor: Actor,
  { onDate, today, wanted, q = '' }: { onDate: Day; today: Day; wanted: number | undefined; q?: string },
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
  const found = await query<{ institutionId: number; rows: UntimedLesson[] }>(db)`
    select r.institution_id as "institutionId", coalesce((select jsonb_agg(to_jsonb(x)) from (
        ${lessonsOf(onDate, q ? sql`(${isOwn} or ${isFound})` : isOwn)} limit ${mostRows + 1}) x), '[]') as rows
      from attendance_rules r
      join akada_school_days(r.institution_id, ${onDate}::date, ${onDate}::date) d on true
      join terms k on (k.institution_id, k.id) = (r.institution_id, d.term_id)
      where r.taken = 'lessons' and r.institution_id = any (${sql.param(institutionIds)}::int[])
        and not exists (select from timetables t where t.institution_id = r.institution_id and ${isValidOn(sql`${onDate}::date`)})
      order by r.institution_id`;
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
