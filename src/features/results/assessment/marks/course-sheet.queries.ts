import { page } from '#web/page.ts';
import { sql, type SQL } from 'drizzle-orm';
import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { SchemeContent } from '../assessment.ts';
import type { Band, Entries } from '../compute/types.ts';
import type { SheetState } from '../sheet-states.ts';
import { hasLeft, isLast, registers, isRegistered } from '../sheets/members.ts';

/** A course of a sheet, with the scheme that it is marked by. */
export interface CourseSheet {
  institutionId: number;
  sheetId: number;
  batchId: number;
  batch: string;
  termId: number;
  term: string;
  sessionId: number;
  session: string;
  state: SheetState;
  dueOn: string | null;
  courseId: number;
  code: string;
  course: string;
  /** Null once the batch is no longer taught the course. */
  offeringId: number | null;
  isElective: boolean;
  /** Offered for carry-overs alone. */
  isCarryOver: boolean;
  /** Whether registration decides who takes it. */
  registers: boolean;
  employeeId: number | null;
  teacher: string | null;
  isClassTeacher: boolean;
  isDone: boolean;
  scheme: SchemeContent;
  bands: Band[];
}

const seeing = ['marks.view', 'marks.enter', 'marks.viewOwn', 'marks.enterOwn'] as const;

/**
 * A course of a sheet that the actor can see: all, or those of the own courses and batches. `hold`: nobody locks the
 * sheet before this transaction ends.
 */
export async function findCourseSheet(
  db: Db,
  actor: Actor,
  sheetId: number,
  courseId: number,
  { hold = false } = {},
): Promise<CourseSheet> {
  const within = institutionsWhere(actor, ...seeing);
  const employeeIds = actor.institutions.flatMap((one) => one.employeeIds);
  // In two steps: the ways to join nine tables that are all of one institution take longer to weigh up than to go.
  const [sheet] = await query<CourseSheet>(db)`
    with sheet as materialized (
      select s.institution_id, s.id, s.batch_id, s.term_id, s.state, s.due_on, b.name as batch, b.class_id,
        t.name as term, t.session_id, y.name as session
      from mark_sheets s
      join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
      join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
      join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      where s.institution_id = any (${sql.param(within)}::int[]) and s.id = ${sheetId} ${hold ? sql`for share of s` : sql``})
    select s.institution_id as "institutionId", s.id::bigint as "sheetId", s.batch_id::bigint as "batchId", s.batch,
      s.term_id::bigint as "termId", s.term, s.session_id::bigint as "sessionId", s.session, s.state,
      s.due_on::text as "dueOn", c.id::bigint as "courseId", c.code, c.title as course, o.id::bigint as "offeringId",
      c.elective_group is not null as "isElective",
      coalesce(o.is_carry_over, false) as "isCarryOver",
      ${registers(sql`s.institution_id`, sql`s.class_id`, sql`s.term_id`)} as registers, o.employee_id::bigint as "employeeId",
      (select e.first_name || ' ' || e.surname from employees e
        where (e.institution_id, e.id) = (o.institution_id, o.employee_id)) as teacher,
      k.done_at is not null as "isDone", v.content as scheme,
      exists (select from batch_teachers x where (x.institution_id, x.batch_id) = (s.institution_id, s.batch_id)
        and x.employee_id = any (${sql.param(employeeIds)}::bigint[])) as "isClassTeacher",
      (select g.bands from grading_scales g
        where (g.institution_id, g.id) = (s.institution_id, (v.content ->> 'scaleId')::bigint)) as bands
    from sheet s
    join mark_sheet_courses k on (k.institution_id, k.sheet_id) = (s.institution_id, s.id) and k.course_id = ${courseId}
    join assessment_scheme_versions v on (v.institution_id, v.scheme_id, v.version)
      = (k.institution_id, k.scheme_id, k.scheme_version)
    join courses c on (c.institution_id, c.id) = (k.institution_id, k.course_id)
    left join course_offerings o on (o.institution_id, o.batch_id, o.course_id) = (s.institution_id, s.batch_id, c.id)`;
  if (!sheet || !maySee(actor, sheet)) throw new NotFound('course of this sheet');
  return sheet;
}

function maySee(actor: Actor, sheet: CourseSheet): boolean {
  const { permissions } = membershipIn(actor, sheet.institutionId)!;
  if (permissions.has('marks.view') || permissions.has('marks.enter')) return true;
  return teaches(actor, sheet) || (sheet.isClassTeacher && permissions.has('marks.viewOwn'));
}

/** Whether the actor enters marks here: everybody’s, or those of the own course. */
export const mayEnter = (actor: Actor, sheet: CourseSheet): boolean => {
  const { permissions } = membershipIn(actor, sheet.institutionId)!;
  return permissions.has('marks.enter') || (permissions.has('marks.enterOwn') && teaches(actor, sheet));
};

const teaches = (actor: Actor, { institutionId, employeeId }: CourseSheet): boolean =>
  employeeId !== null && membershipIn(actor, institutionId)!.employeeIds.includes(employeeId);

export interface MarkRow {
  id: number;
  name: string;
  number: string;
  entries: Entries;
  /** Shown only with marks: left the school or the batch’s course meanwhile. */
  isFormer: boolean;
}

type Place = Pick<
  CourseSheet,
  | 'institutionId'
  | 'batchId'
  | 'sessionId'
  | 'termId'
  | 'courseId'
  | 'offeringId'
  | 'isElective'
  | 'isCarryOver'
  | 'registers'
>;

/** Students of the batch that take the course, by name, and former ones that have marks. */
export const markRows = (db: Db, place: Place): Promise<MarkRow[]> =>
  query<MarkRow>(db)`select r.id::bigint as id, r.name, r.number, r.entries, r."isFormer" from (${rowsIn(place)}) r
      order by r.sort_name, r.id`;

/** The same as rows `id`, `name`, `number`, `entries`, `isFormer` and `sort_name`; `only` of these students. */
export function rowsIn(place: Place, only?: readonly number[]): SQL {
  const { institutionId, batchId, sessionId, termId, courseId } = place;
  const takes = takesIn(place);
  return sql`select r.* from (
      select s.id, s.surname || ', ' || s.first_name || coalesce(' ' || s.middle_name, '') as name,
        s.admission_number as number, s.sort_name, coalesce(m.entries, '{}') as entries,
        not (${takes}) or ${hasLeft} as "isFormer"
      from enrolments e join students s on (s.institution_id, s.id) = (e.institution_id, e.student_id)
      left join marks m on (m.institution_id, m.student_id, m.term_id, m.course_id) = (e.institution_id, s.id, ${termId}, ${courseId})
      where e.institution_id = ${institutionId} and e.batch_id = ${batchId} and e.session_id = ${sessionId}
        and s.merged_into_id is null and ${isLast}
        ${only ? sql`and e.student_id = any (${sql.param([...only])}::bigint[])` : sql``}) r
    where not r."isFormer" or r.entries <> '{}'`;
}

/** Whether the student `s` takes the course: by registration, by choice, or with the batch. */
function takesIn({ institutionId, termId, courseId, offeringId, isElective, isCarryOver, registers }: Place): SQL {
  if (offeringId === null) return sql`false`;
  if (registers) return isRegistered(sql`${institutionId}`, sql`s.id`, sql`${termId}`, sql`${courseId}`);
  if (isCarryOver) return sql`false`;
  if (!isElective) return sql`true`;
  return sql`exists (select from student_electives x where x.institution_id = ${institutionId}
    and x.student_id = s.id and x.offering_id = ${offeringId}::bigint)`;
}

export interface CourseMarksProps {
  sheet: CourseSheet;
  rows: MarkRow[];
  /** The latest change that the rows contain. */
  since: number;
  canEnter: boolean;
  /** The results are published, and the actor can ask for a correction. */
  canCorrect: boolean;
}
export const courseMarksPage = page<CourseMarksProps>('assessment/course-marks');
