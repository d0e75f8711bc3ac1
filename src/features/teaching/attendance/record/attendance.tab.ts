import type { ProfileTab } from '#kernel/contracts/profile-tab.ts';
import { and, eq, sql, inArray, or, type SQL } from 'drizzle-orm';
import { institutionsWhere, type Actor, membershipIn } from '#kernel/actor.ts';
import { bounded, type BoundedList } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { MarkKind } from '../mark-kinds.ts';
import { batchesTaughtBy, childrenOf, visibleTo } from '#features/people/students/students.policy.ts';

const seeingOfStudents = ['attendance.view', 'attendance.viewOwn', 'attendance.viewSelf'] as const;

/** Visible students whose attendance the actor can see: all, those taught, or themselves and their own children. */
export const seenAttendance = (actor: Actor, wanted?: number): SQL =>
  and(visibleTo(actor, students, wanted), or(...ways(actor)) ?? sql`false`)!;

const ways = (actor: Actor): SQL[] =>
  institutionsWhere(actor, ...seeingOfStudents).flatMap((id) => {
    const { permissions, employeeIds, studentIds, guardianIds } = membershipIn(actor, id)!;
    const here = eq(students.institutionId, id);
    if (permissions.has('attendance.view')) return [here];
    const own: SQL[] = [];
    if (permissions.has('attendance.viewOwn') && employeeIds.length)
      own.push(inArray(students.batchId, batchesTaughtBy(id, employeeIds)));
    if (permissions.has('attendance.viewSelf')) {
      if (studentIds.length) own.push(inArray(students.id, studentIds));
      if (guardianIds.length) own.push(inArray(students.id, childrenOf(id, guardianIds)));
    }
    return own.length ? [and(here, or(...own))!] : [];
  });

/** A term of a student: of days, or of the lessons of a course. */
export interface TermAttendance {
  termId: number;
  term: string;
  session: string;
  /** Null: of days. */
  course: string | null;
  called: number;
  attended: number;
  late: number;
  absent: number;
  sick: number;
  excused: number;
  suspended: number;
  /** Below the institution's limit. */
  isLow: boolean;
  /** That limit, in percent. */
  warnBelow: number;
}

export interface AwayMark {
  sitting: number;
  kind: MarkKind;
  label: string | null;
  minutes: number | null;
  leftAt: string | null;
  remark: string | null;
  course: string | null;
}

/** A day with registers: how often the student was called, and what was other than present. */
export interface AttendanceDay {
  onDate: Day;
  term: string;
  called: number;
  marks: AwayMark[];
}

export interface AttendanceCorrection {
  id: number;
  onDate: Day;
  sitting: number;
  before: MarkKind | null;
  after: MarkKind | null;
  reason: string;
  /** For staff alone. */
  by: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

export interface StudentAttendance {
  terms: TermAttendance[];
  /** Of the latest session with registers. */
  days: AttendanceDay[];
  corrections: BoundedList<AttendanceCorrection>;
}

const mostCorrections = 30;

/** The tab “Attendance” of a student's record. */
async function studentAttendance(db: Db, actor: Actor, studentId: number): Promise<StudentAttendance> {
  const isIt = and(seenAttendance(actor), eq(students.id, studentId))!;
  const [terms, days, corrections] = await Promise.all([
    query<TermAttendance>(db)`
      select t.id::bigint as "termId", t.name as term, y.name as session, c.title as course, a.called, a.attended, a.late,
        a.absent, a.sick, a.excused, a.suspended, a.attended * 100 < a.called * coalesce(r.warn_below, 75) as "isLow",
        coalesce(r.warn_below, 75) as "warnBelow"
      from students join attendance_totals a on (a.institution_id, a.student_id) = (students.institution_id, students.id)
      join terms t on (t.institution_id, t.id) = (a.institution_id, a.term_id)
      join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      left join course_offerings o on (o.institution_id, o.id) = (a.institution_id, a.offering_id)
      left join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
      left join attendance_rules r on r.institution_id = a.institution_id
      where ${isIt} and a.called > 0 order by t.starts_on desc, c.title nulls first, a.offering_id`,
    query<AttendanceDay>(db, daysOf(isIt)),
    bounded(mostCorrections, (limit) => query<AttendanceCorrection>(db, correctionsOf(actor, isIt, limit))),
  ]);
  return { terms, days, corrections };
}

/** The student's registers are those of batches that the student was in. */
const daysOf = (isIt: ReturnType<typeof and>) => sql`
  select r.on_date::text as "onDate", max(t.name) as term, count(*)::int as called,
    coalesce(jsonb_agg(jsonb_build_object('sitting', r.sitting, 'kind', m.kind, 'label', k.label, 'minutes', m.minutes,
      'leftAt', to_char(m.left_at, 'HH24:MI'), 'remark', m.remark, 'course', c.title) order by r.sitting)
      filter (where m.kind <> 'present' or m.left_at is not null or m.remark is not null), '[]') as marks
  from students
  join attendance_registers r on r.institution_id = students.institution_id and r.roll @> array[students.id]
    and r.batch_id in (select e.batch_id from enrolments e where (e.institution_id, e.student_id) = (students.institution_id, students.id))
  join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
    and t.session_id = (select x.session_id from attendance_totals a
      join terms x on (x.institution_id, x.id) = (a.institution_id, a.term_id)
      where (a.institution_id, a.student_id) = (students.institution_id, students.id) and a.called > 0
      order by x.starts_on desc limit 1)
  left join attendance_marks m on (m.institution_id, m.register_id, m.student_id) = (r.institution_id, r.id, students.id)
  left join attendance_codes k on (k.institution_id, k.id) = (m.institution_id, m.code_id)
  left join course_offerings o on (o.institution_id, o.id) = (r.institution_id, r.offering_id)
  left join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
  where ${isIt} group by r.on_date order by r.on_date`;

const correctionsOf = (actor: Actor, isIt: ReturnType<typeof and>, limit: number) => sql`
  select x.id::bigint as id, r.on_date::text as "onDate", r.sitting, x.before ->> 'kind' as before, x.after ->> 'kind' as after,
    x.reason, w.name as by, floor(extract(epoch from x.created_at) * 1000)::float8 as at
  from students join attendance_corrections x on (x.institution_id, x.student_id) = (students.institution_id, students.id)
  join attendance_registers r on (r.institution_id, r.id) = (x.institution_id, x.register_id)
  left join accounts w on w.id = x.account_id
    and x.institution_id = any (${sql.param(institutionsWhere(actor, 'attendance.view', 'attendance.viewOwn'))}::int[])
  where ${isIt} order by x.id desc limit ${limit}`;

export const attendanceTab: ProfileTab = {
  of: 'student',
  name: 'attendance',
  label: 'Attendance',
  place: 7,
  may: seeingOfStudents,
  component: 'attendance/student-attendance',
  load: studentAttendance,
};
