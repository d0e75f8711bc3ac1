import {
  academicRecord,
  attemptsOf,
  designationOf,
  type AcademicStanding,
  type Cgpa,
  type ProbationRule,
} from '#features/results/assessment/compute/academic-record.ts';
import type { CourseResult } from '#features/results/assessment/compute/course-result.ts';
import { mean, zero, type Fraction, fromText, toText } from '#features/results/assessment/compute/fraction.ts';
import {
  type GpaForm,
  isLowBest,
  repeatsBy,
  type Band,
  type Designation,
  type RepeatsPolicy,
} from '#features/results/assessment/compute/types.ts';
import type { CourseOfTerm, TermResult } from '#features/results/assessment/compute/class-results.ts';
import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Exact, CardCourse } from '../cards/card-promotion.ts';
import type { System } from '#features/results/assessment/assessment.ts';

/** A term of a record with what is worked out from it and the terms before. */
export interface FiguredTerm {
  record: RecordTerm;
  term: TermResult;
  /** The figures reached by its end; grade points alone. */
  cumulative: Cgpa | null;
  /** Codes of the courses to be repeated. */
  repeats: string[];
  academicStanding: AcademicStanding | null;
}

export interface RecordFigures {
  system: 'average' | 'gpa';
  terms: FiguredTerm[];
  /** All together: the CGPA, or the mean of the averages of the terms. Exact. */
  overall: Fraction | null;
  units: number;
  unitsPassed: number;
  /** Hundredths of a grade point. */
  points: number;
  repeats: string[];
  designation: string | null;
  /** How the CGPA is written: as by the last term that was published here, else by the scheme of now. */
  gpaForm: GpaForm | null;
}

/**
 * A student's record as a transcript says it. The system is that of the latest term: in a record with both, terms with
 * averages have no part in the CGPA, nor the others in the mean.
 */
export function recordFigures(
  records: readonly RecordTerm[],
  rule: Pick<ProgramRule, 'repeats' | 'probation' | 'designations'> & Partial<Pick<ProgramRule, 'system' | 'gpaForm'>>,
): RecordFigures {
  const system = records.at(-1)?.system ?? rule.system ?? 'average';
  const courses = records.map((record) => record.courses.map(courseOfTerm));
  const own = records.map((record) => record.system === system);
  const figured = academicRecord(
    courses.filter((_, at) => own[at]),
    {
      repeats: rule.repeats,
      repeatsOf: records.filter((_, at) => own[at]).map(({ repeats }) => repeats),
      probation: system === 'gpa' ? rule.probation : null,
    },
  );
  const isGpa = system === 'gpa';
  let next = 0;
  const terms = records.map((record, at): FiguredTerm => {
    const found = own[at] ? figured[next++]! : academicRecord([courses[at]!], { ...rule, probation: null })[0]!;
    const { term, cumulative, carryOvers, academicStanding } = found;
    return {
      record,
      term,
      academicStanding,
      cumulative: isGpa && own[at] ? cumulative : null,
      repeats: isGpa && own[at] ? carryOvers.map(({ course }) => String(course)) : [],
    };
  });
  const last = figured.at(-1);
  const overall = isGpa ? (last?.cumulative.value ?? null) : meanOfAverages(records.filter((_, at) => own[at]));
  return {
    system,
    terms,
    overall,
    repeats: terms.at(-1)?.repeats ?? [],
    units: isGpa ? (last?.cumulative.units ?? 0) : 0,
    unitsPassed: isGpa ? (last?.cumulative.unitsPassed ?? 0) : 0,
    points: isGpa ? (last?.cumulative.points ?? 0) : 0,
    gpaForm: records.findLast(({ gpaForm }, at) => own[at] && gpaForm !== null)?.gpaForm ?? rule.gpaForm ?? null,
    designation: overall && (designationOf(overall, rule.designations, system)?.name ?? null),
  };
}

/** Courses are the same over terms by their code. */
const courseOfTerm = ({ code, units, ...rest }: RecordCourse): CourseOfTerm => ({
  course: code,
  units,
  result: resultOf(rest),
});

const resultOf = ({ status, total, grade, points, passed }: Omit<RecordCourse, 'code' | 'units'>): CourseResult => ({
  status,
  grade,
  points,
  passed,
  remark: null,
  // Old results can have a grade alone: their units and points count, and nothing reads the total.
  total: total !== null ? fromText(total) : points !== null ? zero : null,
});

/** The mean of the terms’ averages, which an old term may have without courses; terms without one do not count. */
export const meanOfAverages = (records: readonly RecordTerm[]): Fraction | null =>
  mean(records.flatMap(({ average }) => (average === null ? [] : [fromText(average)])));

/** All attempts of a record in the order of its terms. */
export const attemptsOfRecord = (records: readonly RecordTerm[]) =>
  records.flatMap(({ courses }) => attemptsOf(courses.map(courseOfTerm)));

/**
 * The records of those of the students who have imported results: these may have come after a card, so its CGPA may lack
 * them. Of everybody else the latest card says the same, and nothing is read.
 */
export async function recordsWithPast(
  db: Db,
  institutionId: number,
  studentIds: readonly number[],
): Promise<Map<number, RecordFigures>> {
  if (studentIds.length === 0) return new Map();
  const found = await query<{ id: number }>(db)`
    select distinct student_id::bigint as id from past_terms where institution_id = ${institutionId}
      and student_id = any (${sql.param([...studentIds])}::bigint[])`;
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const records = await studentRecords(db, { institutionId, studentIds: ids });
  const rules = await programRules(db, institutionId, ids);
  return new Map(ids.map((id) => [id, recordFigures(records.get(id)!, rules.get(id)!)]));
}

/** The CGPA of a record by the end of a term that is published; null without one. */
export function cgpaAfter({ terms }: RecordFigures, termId: number): Exact | null {
  const value = terms.find(({ record }) => record.termId === termId)?.cumulative?.value;
  return value ? toText(value) : null;
}

/** The CGPA of a whole record. */
export const cgpaOf = ({ system, overall }: RecordFigures): Exact | null =>
  system === 'gpa' && overall ? toText(overall) : null;

/** What a student's record is judged by. */
export interface ProgramRule {
  studentId: number;
  /** Null for a student who never was in a batch. */
  program: string | null;
  className: string | null;
  isFinalClass: boolean;
  /** Without a scheme there are no marks here; old results tell the rest. */
  system: System | null;
  repeats: RepeatsPolicy;
  gpaForm: GpaForm | null;
  /** Hundredths of a mark. */
  passMark: number;
  /** Of the scale of the entry cohort, the best first. */
  designations: Designation[];
  bands: Band[];
  probation: ProbationRule | null;
  unitsRequired: number | null;
}

type Row = Omit<ProgramRule, 'probation'> & { below: number | null; withdrawalAfter: number | null };

/** The rules of the program that students are in, or were in last, with the scheme that applies to it now. */
export async function programRules(
  db: Db,
  institutionId: number,
  studentIds: readonly number[],
): Promise<Map<number, ProgramRule>> {
  const rows = await query<Row>(db)`
    select s.id::bigint as "studentId", p.name as program, c.name as "className", c.next_class_id is null as "isFinalClass",
      k.system, k.gpa_form as "gpaForm", coalesce(k.repeats, 'all_attempts') as repeats, coalesce(k.pass_mark, 0) as "passMark",
      coalesce(v.designations, '[]') as designations, coalesce(v.bands, '[]') as bands, p.probation_below as below,
      p.withdrawal_after as "withdrawalAfter", p.units_required as "unitsRequired"
    from unnest(${sql.param([...studentIds])}::bigint[]) u (id)
    join students s on (s.institution_id, s.id) = (${institutionId}, u.id)
    left join lateral (select e.batch_id from enrolments e where (e.institution_id, e.student_id) = (${institutionId}, u.id)
      order by e.from_date desc, e.id desc limit 1) e on true
    left join batches b on (b.institution_id, b.id) = (${institutionId}, e.batch_id)
    left join classes c on (c.institution_id, c.id) = (${institutionId}, b.class_id)
    left join programs p on (p.institution_id, p.id) = (${institutionId}, c.program_id)
    left join lateral (select a.* from scheme_uses x
      join assessment_schemes a on (a.institution_id, a.id) = (x.institution_id, x.scheme_id)
      where x.institution_id = ${institutionId} and x.course_id is null
        and (x.program_id is null or x.program_id = p.id) and (x.class_id is null or x.class_id = c.id)
      order by x.class_id is not null desc, x.program_id is not null desc limit 1) k on true
    left join lateral (select g.designations, g.bands from grading_scale_versions g
      cross join lateral (select g.entry_from is null or g.entry_from <= s.admission_date as holds) h
      where (g.institution_id, g.scale_id) = (${institutionId}, k.scale_id)
      order by h.holds is true desc, case when h.holds then g.version else -g.version end desc limit 1) v on true`;
  return new Map(
    rows.map(({ below, withdrawalAfter, ...rule }) => [
      rule.studentId,
      {
        ...rule,
        repeats: repeatsBy(rule.repeats, rule.bands),
        probation: below === null ? null : { below, withdrawalAfter, isAbove: isLowBest(rule.bands) },
      },
    ]),
  );
}

export interface RecordCourse extends Pick<CardCourse, 'title' | 'units' | 'status' | 'total' | 'grade' | 'passed'> {
  /** As it was then: tells the same course in two terms. */
  code: string;
  /** Hundredths of a grade point; null without a result yet. */
  points: number | null;
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
  select r.student_id::bigint as "studentId", c.session,
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
    c.rule ->> 'repeats' as repeats, coalesce(c.rule ->> 'gpaForm', 'round2') as "gpaForm", r.term_id::bigint as "termId", r.id::bigint as "publishedId", to_json(r.published_at) #>> '{}' as "publishedAt"
  from published_results r
  join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
  join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
  cross join lateral jsonb_to_record(r.content) as c (session text, term text, batch text, "className" text, program text,
    layout text, summary jsonb, courses jsonb, rule jsonb)
  where r.institution_id = ${institutionId} and r.student_id = ${isWanted} and r.replaced_at is null`;

/** Totals and averages as `toText` writes them. */
const pastTerms = (institutionId: number, isWanted: ReturnType<typeof sql>) => sql`
  select p.student_id::bigint as "studentId", p.session, p.year, p.term, p.position, null as batch, p.class_name as "className",
    null as program, p.system,
    (select coalesce(json_agg(json_build_object('code', c.code, 'title', c.title, 'units', c.units, 'status', 'complete',
        'total', trim_scale(c.total / 100.0)::text, 'grade', c.grade, 'points', c.points, 'passed', c.passed)
        order by c.code), '[]')
      from past_results c where (c.institution_id, c.past_term_id) = (p.institution_id, p.id)) as courses,
    trim_scale(p.average / 100.0)::text as average,
    case when p.rank is not null then json_build_object('position', p.rank, 'of', p.rank_of) end as "inBatch",
    null as repeats, null as "gpaForm", null::bigint as "termId", null::bigint as "publishedId", null as "publishedAt"
  from past_terms p where p.institution_id = ${institutionId} and p.student_id = ${isWanted}`;
