import { connect } from '#kernel/database.ts';
import { setUpAssessment } from '#features/results/assessment/load.demo.ts';
import type { Site } from '../site.ts';

export const parts = ['first-test', 'second-test', 'project', 'examination'] as const;

export interface FilledSheet {
  address: string;
  studentIds: number[];
}

/** Open sheets of one course, for batches of so many students. */
export async function fillSheets({ appUrl, client, school }: Site, sizes: number[]): Promise<FilledSheet[]> {
  const { institutionId } = school;
  const database = connect({ url: appUrl, max: 2 });
  await database.asSystem([institutionId], (tx) =>
    setUpAssessment(tx, institutionId, {
      scale: 'waec',
      name: 'Four parts',
      system: 'average',
      step: '50',
      traits: [],
      components: [
        ['First test', 20],
        ['Second test', 20],
        ['Project', 20],
        ['Examination', 40],
      ],
    }),
  );
  await database.close();
  await client.query(
    `update roles set permissions = permissions || array['marks.view', 'marks.enter'] where institution_id = $1 and key = 'registrar'`,
    [institutionId],
  );
  const { rows } = await client.query<{ sheet: number; course: number; students: number[] }>(fillSql, [
    institutionId,
    sizes,
  ]);
  await client.query('vacuum analyze enrolments, mark_sheets, mark_sheet_courses, course_offerings');
  return rows.map(({ sheet, course, students }) => ({
    address: `/mark-sheets/${sheet}/courses/${course}`,
    studentIds: students,
  }));
}

/* Students are taken out of their batches, in the order of their ids. */
const fillSql = `
  with size as (
    select n, sum(n) over (order by at) - n as before, at from unnest($2::int[]) with ordinality s (n, at)),
  term as (
    insert into terms (institution_id, session_id, name, starts_on, ends_on, position, is_current)
    select $1, id, 'First term', '2026-09-07', '2026-12-18', 1, false from academic_sessions
    where institution_id = $1 and is_current returning id, session_id),
  batch as (
    insert into batches (institution_id, class_id, session_id, arm, name, capacity)
    select $1, (select min(id) from classes where institution_id = $1), t.session_id, 'M' || s.at, 'Marks ' || s.at, 5000
    from size s, term t returning id, name),
  course as (
    insert into courses (institution_id, code, title) values ($1, 'MRK 101', 'Marking') returning id),
  offering as (
    insert into course_offerings (institution_id, batch_id, course_id) select $1, b.id, c.id from batch b, course c),
  sheet as (
    insert into mark_sheets (institution_id, batch_id, term_id) select $1, b.id, t.id from batch b, term t
    returning id, batch_id),
  pinned as (
    insert into mark_sheet_courses (institution_id, sheet_id, course_id, scheme_id, scheme_version)
    select $1, s.id, c.id, a.id, a.version from sheet s, course c, assessment_schemes a
    where a.institution_id = $1 and a.name = 'Four parts'),
  numbered as (
    select e.id, e.student_id, row_number() over (order by e.student_id) - 1 as n from enrolments e, term t
    where e.institution_id = $1 and e.session_id = t.session_id),
  moved as (
    update enrolments e set batch_id = b.id from numbered x, size s, batch b
    where e.institution_id = $1 and e.id = x.id and x.n >= s.before and x.n < s.before + s.n and b.name = 'Marks ' || s.at
    returning e.student_id, e.batch_id)
  select s.id::int as sheet, (select id::int from course) as course, array_agg(m.student_id::int) as students
  from sheet s join moved m on m.batch_id = s.batch_id group by s.id order by s.id`;
