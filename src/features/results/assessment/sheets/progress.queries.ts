import { sql, type SQL } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { sheetMembers, registers } from './members.ts';

export interface CourseProgress {
  sheetId: number;
  courseId: number;
  code: string;
  course: string;
  teacher: string | null;
  /** Whether the teacher has said that every mark is in. */
  isDone: boolean;
  students: number;
  /** Marks to be entered, and entered: absent and exempt count as entered. */
  expected: number;
  entered: number;
}

/** How far the entry of marks is, for each course of the sheets `s` that meet the condition. */
export const progressOf = (db: Db, condition: SQL): Promise<CourseProgress[]> =>
  query<CourseProgress>(db)`with ${sheetMembers(condition)},
    size as (select sheet_id, count(*)::int as students from member group by sheet_id),
    entered as (
      select b.sheet_id, m.course_id, sum((select count(*) from jsonb_object_keys(m.entries)))::int as entered
      from member b cross join lateral (select m.course_id, m.entries from marks m
        where (m.institution_id, m.student_id, m.term_id) = (b.institution_id, b.student_id, b.term_id) offset 0) m
      group by b.sheet_id, m.course_id),
    chosen as (
      select b.sheet_id, x.offering_id, count(*)::int as students from member b
      join student_electives x on (x.institution_id, x.student_id) = (b.institution_id, b.student_id)
      group by b.sheet_id, x.offering_id),
    registered as (
      select b.sheet_id, r.course_id, count(*)::int as students from member b
      cross join lateral (select r.course_id from registered_for r
        where (r.institution_id, r.student_id, r.term_id) = (b.institution_id, b.student_id, b.term_id) offset 0) r
      group by b.sheet_id, r.course_id)
    select s.id::bigint as "sheetId", c.id::bigint as "courseId", c.code, c.title as course,
      e.first_name || ' ' || e.surname as teacher, k.done_at is not null as "isDone", n.students,
      n.students * jsonb_array_length(v.content -> 'components') as expected,
      least(coalesce(d.entered, 0), n.students * jsonb_array_length(v.content -> 'components')) as entered
    from sheet s join mark_sheet_courses k on (k.institution_id, k.sheet_id) = (s.institution_id, s.id)
    join batches f on (f.institution_id, f.id) = (s.institution_id, s.batch_id)
    join courses c on (c.institution_id, c.id) = (k.institution_id, k.course_id)
    join assessment_scheme_versions v on (v.institution_id, v.scheme_id, v.version)
      = (k.institution_id, k.scheme_id, k.scheme_version)
    left join course_offerings o on (o.institution_id, o.batch_id, o.course_id) = (s.institution_id, s.batch_id, c.id)
    left join employees e on (e.institution_id, e.id) = (o.institution_id, o.employee_id)
    left join size z on z.sheet_id = s.id
    left join entered d on d.sheet_id = s.id and d.course_id = c.id
    left join chosen h on h.sheet_id = s.id and h.offering_id = o.id
    left join registered g on g.sheet_id = s.id and g.course_id = c.id
    cross join lateral (select case when o.id is null then 0
      when ${registers(sql`s.institution_id`, sql`f.class_id`, sql`s.term_id`)} then coalesce(g.students, 0)
      when o.is_carry_over then 0 when c.elective_group is null then coalesce(z.students, 0)
      else coalesce(h.students, 0) end as students) n
    order by s.id, c.title, c.id`;
