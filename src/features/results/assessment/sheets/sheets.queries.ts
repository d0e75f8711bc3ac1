import { sql } from 'drizzle-orm';
import type { CourseSheet } from '../marks/course-sheet.queries.ts';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { orNotFound } from '#kernel/errors.ts';
import type { SheetState } from '../sheet-states.ts';

export interface TermChoice {
  id: number;
  institutionId: number;
  name: string;
  session: string;
  isCurrent: boolean;
  isClosed: boolean;
}

/** Terms of the institutions in view, latest first. */
export const termsInView = (db: Db, actor: Actor, wanted: number | undefined): Promise<TermChoice[]> =>
  query<TermChoice>(db)`
    select t.id::bigint as id, t.institution_id as "institutionId", t.name, y.name as session, t.is_current as "isCurrent",
      y.closed_at is not null as "isClosed"
    from terms t join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where t.institution_id = any (${sql.param(institutionsInView(actor, wanted, 'marks.view', 'marks.open', 'marks.approve'))}::int[])
    order by y.starts_on desc, t.position desc, t.id`;

export interface SheetRow {
  /** Null while the marks of this batch are not open. */
  id: number | null;
  batchId: number;
  batch: string;
  level: string;
  program: string;
  state: SheetState | null;
  dueOn: string | null;
}

/** The batches of a term’s session with their sheets. */
export const sheetRows = (db: Db, term: Pick<TermChoice, 'id' | 'institutionId'>): Promise<SheetRow[]> =>
  query<SheetRow>(db)`
    select s.id::bigint as id, b.id::bigint as "batchId", b.name as batch, c.name as level, p.name as program, s.state,
      s.due_on::text as "dueOn"
    from terms t join batches b on (b.institution_id, b.session_id) = (t.institution_id, t.session_id)
    join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
    join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
    left join mark_sheets s on (s.institution_id, s.term_id, s.batch_id) = (b.institution_id, t.id, b.id)
    where t.institution_id = ${term.institutionId} and t.id = ${term.id}
    order by p.name, c.position, c.name, b.name, b.id`;

export interface SheetHead extends Pick<
  CourseSheet,
  'institutionId' | 'batch' | 'term' | 'session' | 'state' | 'dueOn'
> {
  id: number;
}

/** A sheet for those who see all marks. */
export async function findSheet(db: Db, actor: Actor, sheetId: number): Promise<SheetHead> {
  const [sheet] = await query<SheetHead>(db)`
    select s.id::bigint as id, s.institution_id as "institutionId", b.name as batch, t.name as term, y.name as session,
      s.state, s.due_on::text as "dueOn"
    from mark_sheets s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where s.institution_id = any (${sql.param(institutionsWhere(actor, 'marks.view', 'marks.open', 'marks.approve'))}::int[])
      and s.id = ${sheetId}`;
  return orNotFound(sheet, 'mark sheet');
}

export type OwnCourse = Pick<
  CourseSheet,
  'sheetId' | 'courseId' | 'institutionId' | 'batch' | 'code' | 'course' | 'term' | 'state' | 'dueOn'
>;

/** The teacher’s courses whose marks are open, and those of the current term that no longer are. */
export const ownCourses = (db: Db, actor: Actor): Promise<OwnCourse[]> =>
  query<OwnCourse>(db)`
    select s.id::bigint as "sheetId", k.course_id::bigint as "courseId", s.institution_id as "institutionId", b.name as batch,
      c.code, c.title as course, t.name as term, s.state, s.due_on::text as "dueOn"
    from course_offerings o
    join mark_sheets s on (s.institution_id, s.batch_id) = (o.institution_id, o.batch_id)
    join mark_sheet_courses k on (k.institution_id, k.sheet_id, k.course_id) = (s.institution_id, s.id, o.course_id)
    join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
    join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join courses c on (c.institution_id, c.id) = (k.institution_id, k.course_id)
    where o.institution_id = any (${sql.param(institutionsWhere(actor, 'marks.enterOwn'))}::int[])
      and o.employee_id = any (${sql.param(actor.institutions.flatMap((one) => one.employeeIds))}::bigint[])
      and (s.state = 'open' or t.is_current)
    order by s.state <> 'open', s.due_on nulls last, b.name, c.title`;
