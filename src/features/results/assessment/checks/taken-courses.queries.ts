import { sql, type SQL } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { SchemeContent } from '../assessment.ts';
import type { Band, Entries } from '../compute/types.ts';
import { sheetMembers, isRegistered, registers } from '../sheets/members.ts';

/** For a `with`: students of the sheets `s` that meet the condition, and as `taken` the courses of each, with the marks there. */
export const takenIn = (condition: SQL): SQL => sql`
  ${sheetMembers(condition)},
  course as materialized (
    select s.id as sheet_id, k.course_id, o.id as offering_id, c.elective_group is not null as is_elective,
      o.is_carry_over, k.scheme_id, k.scheme_version,
      ${registers(sql`s.institution_id`, sql`h.class_id`, sql`s.term_id`)} as registers
    from sheet s join batches h on (h.institution_id, h.id) = (s.institution_id, s.batch_id)
    join mark_sheet_courses k on (k.institution_id, k.sheet_id) = (s.institution_id, s.id)
    join course_offerings o on (o.institution_id, o.batch_id, o.course_id) = (s.institution_id, s.batch_id, k.course_id)
    join courses c on (c.institution_id, c.id) = (k.institution_id, k.course_id)),
  taken as materialized (
    select b.*, c.course_id, c.scheme_id, c.scheme_version, coalesce(m.entries, '{}') as entries
    from member b join course c on c.sheet_id = b.sheet_id
    left join lateral (select x.entries from marks x where (x.institution_id, x.student_id, x.term_id, x.course_id)
      = (b.institution_id, b.student_id, b.term_id, c.course_id) offset 0) m on true
    where case when c.registers then ${isRegistered(sql`b.institution_id`, sql`b.student_id`, sql`b.term_id`, sql`c.course_id`)}
      when c.is_carry_over then false
      else not c.is_elective or exists (select from student_electives x where (x.institution_id, x.student_id, x.offering_id)
        = (b.institution_id, b.student_id, c.offering_id)) end)`;

export interface TakenCourse {
  studentId: number;
  student: string;
  /** Null for a student without any course. */
  courseId: number | null;
  entries: Entries;
}

/** Who takes what in one sheet, by name. */
export const takenCourses = (db: Db, institutionId: number, sheetId: number): Promise<TakenCourse[]> =>
  query<TakenCourse>(db)`with ${takenIn(sql`s.institution_id = ${institutionId} and s.id = ${sheetId}`)}
    select b.student_id::bigint as "studentId", p.surname || ', ' || p.first_name as student, t.course_id::bigint as "courseId",
      coalesce(t.entries, '{}') as entries
    from member b join students p on (p.institution_id, p.id) = (b.institution_id, b.student_id)
    left join taken t on t.student_id = b.student_id order by p.sort_name, p.id`;

/** Marks that are not entered, by sheet: each component of each course that a student takes. */
export async function missingMarks(db: Db, ids: number[], institutionIds: number[]): Promise<Map<number, number>> {
  const condition = sql`s.institution_id = any (${sql.param(institutionIds)}::int[]) and s.id = any (${sql.param(ids)}::bigint[])`;
  const rows = await query<{ id: number; missing: number }>(db)`with ${takenIn(condition)}
    select t.sheet_id::bigint as id, count(*) filter (where not t.entries ? p.key)::int as missing
    from taken t join (select v.institution_id, v.scheme_id, v.version, c ->> 'key' as key
        from assessment_scheme_versions v, jsonb_array_elements(v.content -> 'components') c
        where v.institution_id = any (${sql.param(institutionIds)}::int[])) p
      on (p.institution_id, p.scheme_id, p.version) = (t.institution_id, t.scheme_id, t.scheme_version)
    group by t.sheet_id`;
  return new Map(rows.map(({ id, missing }) => [id, missing]));
}

export interface CheckedCourse {
  courseId: number;
  course: string;
  teacher: string | null;
  /** Whether the batch is still taught the course. */
  isTaught: boolean;
  isDone: boolean;
  scheme: SchemeContent;
  bands: Band[];
}

/** The courses of a sheet with what they are marked by. */
export const checkedCourses = (db: Db, institutionId: number, sheetId: number): Promise<CheckedCourse[]> =>
  query<CheckedCourse>(db)`
    select c.id::bigint as "courseId", c.title as course, e.first_name || ' ' || e.surname as teacher,
      o.id is not null as "isTaught", k.done_at is not null as "isDone", v.content as scheme,
      (select g.bands from grading_scales g
        where (g.institution_id, g.id) = (k.institution_id, (v.content ->> 'scaleId')::bigint)) as bands
    from mark_sheets s join mark_sheet_courses k on (k.institution_id, k.sheet_id) = (s.institution_id, s.id)
    join courses c on (c.institution_id, c.id) = (k.institution_id, k.course_id)
    join assessment_scheme_versions v on (v.institution_id, v.scheme_id, v.version)
      = (k.institution_id, k.scheme_id, k.scheme_version)
    left join course_offerings o on (o.institution_id, o.batch_id, o.course_id) = (s.institution_id, s.batch_id, c.id)
    left join employees e on (e.institution_id, e.id) = (o.institution_id, o.employee_id)
    where s.institution_id = ${institutionId} and s.id = ${sheetId} order by c.title, c.id`;
