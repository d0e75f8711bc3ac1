import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { CourseStatus } from '#features/results/assessment/compute/course-result.ts';
import type { GpaForm, RepeatsPolicy } from '#features/results/assessment/compute/types.ts';
import type { Exact } from '../cards/report-card.ts';

export interface RecordCourse {
  /** As it was then: tells the same course in two terms. */
  code: string;
  title: string;
  units: number;
  status: CourseStatus;
  total: Exact | null;
  grade: string | null;
  /** Hundredths of a grade point; null without a result yet. */
  points: number | null;
  passed: boolean | null;
}

/** A term of a student's record: published here, or imported from past years. */
export interface RecordTerm {
  session: string;
  /** In which the session began. */
  year: number;
  term: string;
  /** Of the term in its session. */
  position: number;
  /** Null where nothing is known, as in some old records. */
  batch: string | null;
  className: string | null;
  program: string | null;
  system: 'average' | 'gpa';
  courses: RecordCourse[];
  average: Exact | null;
  inBatch: { position: number; of: number | null } | null;
  /** How the published card counts repeated courses; null for imported terms, and cards that don’t say it. */
  repeats: RepeatsPolicy | null;
  /** How it writes a GPA; null for imported terms. */
  gpaForm: GpaForm | null;
  /** Null for imported terms. */
  termId: number | null;
  publishedId: number | null;
  publishedAt: string | null;
}

/** What was published of students, and imported of past years, by student; the terms of each from the first one on. */
export async function studentRecords(
  db: Db,
  { institutionId, studentIds }: { institutionId: number; studentIds: readonly number[] },
): Promise<Map<number, RecordTerm[]>> {
  const ids = sql.param(studentIds);
  const [published, past] = [
    await query<RecordTerm & { studentId: number }>(db, publishedTerms(institutionId, sql`any (${ids}::bigint[])`)),
    await query<RecordTerm & { studentId: number }>(db, pastTerms(institutionId, sql`any (${ids}::bigint[])`)),
  ];
  const inOrder = [...published, ...past].toSorted((a, b) => a.year - b.year || a.position - b.position);
  const byStudent = Map.groupBy(inOrder, ({ studentId }) => studentId);
  return new Map(studentIds.map((id) => [id, (byStudent.get(id) ?? []).map(({ studentId: _, ...term }) => term)]));
}

/* The content is unpacked once. */
const publishedTerms = (institutionId: number, isWanted: ReturnType<typeof sql>) => sql`
  select r.student_id::int as "studentId", c.session,
    extract(year from y.starts_on)::int as year, c.term, t.position, c.batch,
    c."className", c.program,
    case c.layout when 'college' then 'gpa' else 'average' end as system,
    (select coalesce(json_agg(json_build_object('code', k.code, 'title', k.title, 'units', k.units, 'status', k.status,
        'total', k.total, 'grade', k.grade, 'points', k.points, 'passed', k.passed) order by k.at), '[]')
      from rows from (jsonb_to_recordset(c.courses) as (code text, title text, units int, status text,
        total text, grade text, points numeric, passed boolean)) with ordinality
        as k (code, title, units, status, total, grade, points, passed, at)) as courses,
    c.summary ->> 'average' as average, case when c.summary #> '{inBatch,position}' is not null
      then c.summary -> 'inBatch' end as "inBatch",
    c.rule ->> 'repeats' as repeats, coalesce(c.rule ->> 'gpaForm', 'round2') as "gpaForm", r.term_id::int as "termId", r.id::int as "publishedId", to_json(r.published_at) #>> '{}' as "publishedAt"
  from published_results r
  join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
  join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
  cross join lateral jsonb_to_record(r.content) as c (session text, term text, batch text, "className" text, program text,
    layout text, summary jsonb, courses jsonb, rule jsonb)
  where r.institution_id = ${institutionId} and r.student_id = ${isWanted} and r.replaced_at is null`;

/** Totals and averages as `toText` writes them. */
const pastTerms = (institutionId: number, isWanted: ReturnType<typeof sql>) => sql`
  select p.student_id::int as "studentId", p.session, p.year, p.term, p.position, null as batch, p.class_name as "className",
    null as program, p.system,
    (select coalesce(json_agg(json_build_object('code', c.code, 'title', c.title, 'units', c.units, 'status', 'complete',
        'total', trim_scale(c.total / 100.0)::text, 'grade', c.grade, 'points', c.points, 'passed', c.passed)
        order by c.code), '[]')
      from past_results c where (c.institution_id, c.past_term_id) = (p.institution_id, p.id)) as courses,
    trim_scale(p.average / 100.0)::text as average,
    case when p.rank is not null then json_build_object('position', p.rank, 'of', p.rank_of) end as "inBatch",
    null as repeats, null as "gpaForm", null::int as "termId", null::int as "publishedId", null as "publishedAt"
  from past_terms p where p.institution_id = ${institutionId} and p.student_id = ${isWanted}`;
