import { sql } from 'drizzle-orm';
import type { CourseSheet } from '../marks/course-sheet.queries.ts';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';

/** A course of a teacher in the current term that no sheet of marks has. */
export type UnopenedCourse = Pick<
  CourseSheet,
  'batchId' | 'courseId' | 'institutionId' | 'batch' | 'course' | 'code' | 'termId' | 'term'
>;

export const unopenedCourses = (db: Db, actor: Actor): Promise<UnopenedCourse[]> =>
  query<UnopenedCourse>(db)`
    select b.id::bigint as "batchId", c.id::bigint as "courseId", o.institution_id as "institutionId", b.name as batch,
      c.title as course, c.code, t.id::bigint as "termId", t.name as term
    from course_offerings o
    join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id) and b.closed_at is null
    join terms t on (t.institution_id, t.session_id) = (b.institution_id, b.session_id) and t.is_current
    join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id) and not c.no_exam
    where o.institution_id = any (${sql.param(institutionsWhere(actor, 'marks.enterOwn'))}::int[])
      and o.employee_id = any (${sql.param(actor.institutions.flatMap((one) => one.employeeIds))}::bigint[])
      and not exists (select from mark_sheets s
        join mark_sheet_courses k on (k.institution_id, k.sheet_id, k.course_id) = (s.institution_id, s.id, c.id)
        where (s.institution_id, s.batch_id, s.term_id) = (b.institution_id, b.id, t.id))
    order by b.name, c.title, b.id, c.id`;

/** Who can open sheets of an institution: their role, with a name or two. */
export interface SheetOpener {
  institutionId: number;
  role: string;
  names: string[];
}

const mostNames = 2;

/** By institution, the first role whose holders can open sheets: the registrar before the owner. */
export const sheetOpeners = (db: Db, institutionIds: number[]): Promise<SheetOpener[]> =>
  query<SheetOpener>(db)`select distinct on (r.institution_id) r.institution_id as "institutionId", r.name as role,
      (array_agg(a.name order by a.name, a.id))[1:${sql.raw(String(mostNames))}] as names
    from roles r
    join memberships m on (m.institution_id, m.role_id) = (r.institution_id, r.id) and m.suspended_at is null
    join accounts a on a.id = m.account_id and a.disabled_at is null
    where r.institution_id = any (${sql.param(institutionIds)}::int[])
      and (r.key = 'owner' or 'marks.open' = any (r.permissions))
    group by r.institution_id, r.id, r.name, r.key
    order by r.institution_id, r.key <> 'registrar', r.key = 'owner', r.id`;
