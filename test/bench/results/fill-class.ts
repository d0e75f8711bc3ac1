import type pg from 'pg';

export const classSize = 5000;

export interface FilledClass {
  classId: number;
  termIds: number[];
  /** Of the three terms, all approved; the first of each has 18 courses, the others 15. */
  sheetIds: number[][];
  studentIds: number[];
}

/** A class of 5,000 in batches of 60, its marks of three terms, and its published results of the three years before. */
export async function fillClass(client: pg.Client, institutionId: number): Promise<FilledClass> {
  const one = async <T>(text: string, values: unknown[] = []) =>
    (await client.query<{ v: T }>(text, [institutionId, ...values])).rows[0]!.v;
  const sessionId = await one<string>(`select id as v from academic_sessions where institution_id = $1 and is_current`);
  await client.query(
    `insert into terms (institution_id, session_id, name, starts_on, ends_on, position) values
      ($1, $2, 'Second term', '2027-01-11', '2027-04-09', 2), ($1, $2, 'Third term', '2027-05-03', '2027-07-23', 3)`,
    [institutionId, sessionId],
  );
  const classId = Number(
    await one<string>(`insert into classes (institution_id, program_id, name, position)
      select institution_id, program_id, 'Results', 900 from classes where institution_id = $1 order by id limit 1 returning id as v`),
  );
  const values = [institutionId, classId, sessionId];
  await client.query(batchesSql, [...values, classSize]);
  await client.query(sheetsSql, values);
  await client.query(marksSql, values);
  await client.query(
    `update mark_sheets set state = 'approved', locked_at = now(), approved_at = now()
    where institution_id = $1 and batch_id in (select id from batches where class_id = $2 and session_id = $3)`,
    values,
  );
  await client.query(
    'vacuum analyze enrolments, mark_sheets, mark_sheet_courses, course_offerings, marks, batches, terms',
  );
  const { rows } = await client.query<{ term: number; sheets: number[] }>(
    `select t.id::int as term, array_agg(s.id::int order by s.batch_id) as sheets
     from mark_sheets s join terms t on t.id = s.term_id join batches b on b.id = s.batch_id
     where s.institution_id = $1 and b.class_id = $2 and t.session_id = $3 group by t.id, t.position order by t.position`,
    values,
  );
  const students = await client.query<{ id: number }>(
    `select e.student_id::int as id from enrolments e join batches b on b.id = e.batch_id
     where e.institution_id = $1 and b.class_id = $2 and e.session_id = $3 order by e.student_id`,
    values,
  );
  return {
    classId,
    termIds: rows.map(({ term }) => term),
    sheetIds: rows.map(({ sheets }) => sheets),
    studentIds: students.rows.map(({ id }) => id),
  };
}

/** Copies of what was published, for nine terms of three earlier sessions. Nothing of them is sealed. */
export async function fillPastYears(client: pg.Client, institutionId: number, studentIds: number[]): Promise<void> {
  await client.query(
    `with years as (
      insert into academic_sessions (institution_id, name, starts_on, ends_on, closed_at)
      select $1, y || '/' || y + 1 || ' old', make_date(y, 9, 1), make_date(y + 1, 7, 31), now()
      from generate_series(2010, 2012) y returning id, starts_on),
    past as (
      insert into terms (institution_id, session_id, name, starts_on, ends_on, position)
      select $1, id, 'Term ' || n, starts_on + 90 * (n - 1), starts_on + 90 * n - 1, n from years, generate_series(1, 3) n
      returning id)
    insert into published_results (institution_id, seq, student_id, term_id, batch_id, content, digest, seal, code, published_at)
    select $1, 1000000 + row_number() over (), r.student_id, p.id, r.batch_id, r.content, r.digest, r.seal,
      lpad((row_number() over ())::text, 16, '-'), r.published_at
    from published_results r cross join past p
    where r.institution_id = $1 and r.student_id = any ($2::bigint[]) and r.term_id = (select max(term_id) from published_results)`,
    [institutionId, studentIds],
  );
  await client.query('vacuum analyze published_results');
}

/* Students who are marked elsewhere stay there. */
const batchesSql = `
  with batch as (
    insert into batches (institution_id, class_id, session_id, arm, name, capacity)
    select $1, $2, $3, 'R' || n, 'Results ' || n, 60 from generate_series(0, ($4::int - 1) / 60) n returning id, name),
  numbered as (
    select e.id, row_number() over (order by e.student_id) - 1 as n from enrolments e
    join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id) and b.name not like 'Marks %'
    where e.institution_id = $1 and e.session_id = $3 and e.to_date is null limit $4::int)
  update enrolments e set batch_id = b.id from numbered x join batch b on b.name = 'Results ' || x.n / 60
  where e.institution_id = $1 and e.id = x.id`;

const sheetsSql = `
  with course as (
    insert into courses (institution_id, code, title) select $1, 'RES ' || n, 'Results ' || n from generate_series(1, 18) n
    returning id, code),
  place as (select id, name from batches where institution_id = $1 and class_id = $2 and session_id = $3),
  offering as (
    insert into course_offerings (institution_id, batch_id, course_id)
    select $1, p.id, c.id from place p, course c where p.name = 'Results 0' or substr(c.code, 5)::int <= 15
    returning batch_id, course_id),
  sheet as (
    insert into mark_sheets (institution_id, batch_id, term_id)
    select $1, p.id, t.id from place p join terms t on t.institution_id = $1 and t.session_id = $3
    returning id, batch_id)
  insert into mark_sheet_courses (institution_id, sheet_id, course_id, scheme_id, scheme_version)
  select $1, s.id, o.course_id, a.id, a.version from sheet s join offering o on o.batch_id = s.batch_id
  cross join assessment_schemes a where a.institution_id = $1 and a.name = 'Four parts'`;

const marksSql = `
  insert into marks (institution_id, student_id, term_id, course_id, entries)
  select $1, e.student_id, s.term_id, k.course_id, jsonb_build_object(
    'first-test', 50 * (luck & 31), 'second-test', 50 * (luck >> 5 & 31), 'project', 50 * (luck >> 10 & 31),
    'examination', 50 * (luck >> 15 & 63))
  from mark_sheets s join batches b on b.id = s.batch_id and b.class_id = $2
  join enrolments e on e.institution_id = $1 and e.batch_id = b.id and e.session_id = $3
  join mark_sheet_courses k on k.institution_id = $1 and k.sheet_id = s.id
  cross join lateral (select hashtext(concat_ws(' ', e.student_id, s.term_id, k.course_id)) & 2147483647 as luck) l
  where s.institution_id = $1`;
