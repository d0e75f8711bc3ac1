import { mean, type Fraction, fromText, compare } from '#features/results/assessment/compute/fraction.ts';
import { averageText, markText } from '../term-results/shown-results.ts';
import { z } from 'zod';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { groupings, type Grouping, isWanted, type AnalysisRow } from './figures.ts';
import { sql } from 'drizzle-orm';
import { can, institutionsInView, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { seeingResults } from '../term-results/find-sheet.ts';

export const AnalysedClass = z.object({
  institutionId: z.number(),
  termId: z.number(),
  term: z.string(),
  session: z.string(),
  isCurrent: z.boolean(),
  startsOn: z.string(),
  classId: z.number(),
  className: z.string(),
  program: z.string(),
});
export type AnalysedClass = z.infer<typeof AnalysedClass>;

const ownIds = (actor: Actor) => sql.param(actor.institutions.flatMap((one) => one.employeeIds));

/** Institutions whose marks the actor sees all; of the others, own courses and batches alone. */
const seesAll = (actor: Actor, wanted: number | undefined) =>
  sql.param(institutionsInView(actor, wanted, 'marks.view'));

/** The classes with sheets of marks that the actor sees something of, by term, the latest first. */
export const analysedClasses = (db: Db, actor: Actor, wanted: number | undefined): Promise<AnalysedClass[]> =>
  query(
    db,
    sql`select distinct on (t.starts_on, t.id, p.name, c.position, c.id) s.institution_id as "institutionId",
      t.id::bigint as "termId", t.name as term, y.name as session, t.is_current as "isCurrent",
      t.starts_on::text as "startsOn", c.id::bigint as "classId", c.name as "className", p.name as program
    from mark_sheets s
    join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
    join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
    where s.institution_id = any (${sql.param(institutionsInView(actor, wanted, ...seeingResults))}::int[])
      and (s.institution_id = any (${seesAll(actor, wanted)}::int[])
        or exists (select from batch_teachers x where (x.institution_id, x.batch_id) = (b.institution_id, b.id)
          and x.employee_id = any (${ownIds(actor)}::bigint[]))
        or exists (select from course_offerings o where (o.institution_id, o.batch_id) = (b.institution_id, b.id)
          and o.employee_id = any (${ownIds(actor)}::bigint[])))
    order by t.starts_on desc, t.id, p.name, c.position, c.id`,
    AnalysedClass,
  );

export const Offering = z.object({
  batchId: z.number(),
  batch: z.string(),
  courseId: z.number(),
  employeeId: z.number().nullable(),
  teacher: z.string().nullable(),
  /** Whether the actor may see its marks. */
  isSeen: z.boolean(),
});
export type Offering = z.infer<typeof Offering>;

/** The courses of a class's batches with their teachers: all, or marked as not the actor's. */
export const offeringsOf = (
  db: Db,
  actor: Actor,
  { institutionId, termId, classId }: Pick<AnalysedClass, 'institutionId' | 'termId' | 'classId'>,
): Promise<Offering[]> =>
  query(
    db,
    sql`select b.id::bigint as "batchId", b.name as batch, o.course_id::bigint as "courseId", e.id::bigint as "employeeId",
      concat_ws(' ', e.first_name, e.surname) as teacher,
      ${can(actor, 'marks.view', institutionId)}::boolean or o.employee_id = any (${ownIds(actor)}::bigint[]) is true
        or exists (select from batch_teachers x where (x.institution_id, x.batch_id) = (b.institution_id, b.id)
          and x.employee_id = any (${ownIds(actor)}::bigint[])) as "isSeen"
    from mark_sheets s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join course_offerings o on (o.institution_id, o.batch_id) = (b.institution_id, b.id)
    left join employees e on (e.institution_id, e.id) = (o.institution_id, o.employee_id)
    where s.institution_id = ${institutionId} and s.term_id = ${termId} and b.class_id = ${classId}
    order by b.name, b.id`,
    Offering,
  );

const PublishedTotals = z.object({
  studentId: z.number(),
  termId: z.number(),
  term: z.string(),
  session: z.string(),
  /** Exact, by code. */
  totals: z.array(
    z.object({
      code: z.string(),
      total: z.string(),
    }),
  ),
});
type PublishedTotals = z.infer<typeof PublishedTotals>;

/**
 * What was published of students until a term, in the two years before it. People who see only their own courses see
 * what was published in the same batch: elsewhere somebody else taught.
 */
export const publishedTotals = (
  db: Db,
  actor: Actor,
  { institutionId, startsOn }: Pick<AnalysedClass, 'institutionId' | 'startsOn'>,
  students: { studentId: number; batchId: number }[],
): Promise<PublishedTotals[]> =>
  query(
    db,
    sql`select r.student_id::bigint as "studentId", t.id::bigint as "termId", t.name as term, y.name as session, v.totals
    from unnest(${sql.param(students.map(({ studentId }) => studentId))}::bigint[],
      ${sql.param(students.map(({ batchId }) => batchId))}::bigint[]) u (id, batch_id)
    cross join lateral (select r.* from published_results r where (r.institution_id, r.student_id) = (${institutionId}, u.id)
      and r.replaced_at is null offset 0) r
    join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
      and t.starts_on between ${startsOn}::date - 731 and ${startsOn}::date
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    cross join lateral (select coalesce(json_agg(json_build_object('code', c ->> 'code', 'total', c ->> 'total')), '[]') as totals
      from jsonb_array_elements(r.content -> 'courses') c where c ->> 'total' is not null) v
    where ${can(actor, 'marks.view', institutionId)}::boolean or r.batch_id = u.batch_id
    order by t.starts_on, t.id`,
    PublishedTotals,
  );

export interface TrendTerm {
  termId: number;
  term: string;
  session: string;
  students: number;
  mean: string;
}

interface PublishedMean extends Omit<PublishedTotals, 'totals'> {
  mean: Fraction;
}

/** The mean of each student and term in the courses that are compared, and in no others. */
export function publishedMeans(
  published: PublishedTotals[],
  codesOf: ReadonlyMap<number, ReadonlySet<string>>,
): PublishedMean[] {
  return published.flatMap(({ totals, ...one }) => {
    const compared = totals.filter(({ code }) => codesOf.get(one.studentId)?.has(code));
    const own = mean(compared.map(({ total }) => fromText(total)));
    return own ? [{ ...one, mean: own }] : [];
  });
}

/** The last published mean of each student before the term. */
export const lastBefore = (means: PublishedMean[], termId: number): Map<number, Fraction> =>
  new Map(means.filter((one) => one.termId !== termId).map((one) => [one.studentId, one.mean]));

/** The means of the same students term by term; terms in which fewer than half of them were here say nothing about them. */
export const trendOf = (means: PublishedMean[], students: number): TrendTerm[] =>
  [...Map.groupBy(means, ({ termId }) => termId).values()].flatMap((own) => {
    const [{ termId, term, session }] = own as [PublishedMean];
    if (own.length * 2 < students) return [];
    return [{ termId, term, session, students: own.length, mean: averageText(mean(own.map((one) => one.mean)))! }];
  });

const number = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).catch(usual);

export const AnalysisQuery = z.object({
  ...viewFields,
  term: queryParam(id),
  class_id: queryParam(id),
  batch_id: queryParam(id),
  course_id: queryParam(id),
  employee_id: queryParam(z.union([z.literal('none'), id])),
  gender: z.enum(['female', 'male', 'none']).optional().catch(undefined),
  grade: z.string().max(10).optional().catch(undefined),
  outcome: z.enum(['passed', 'failed']).optional().catch(undefined),
  /** The rows of a figure: results, or the students who have them; those with the most or the least; of an earlier term. */
  rows: z.enum(['results', 'students']).optional().catch(undefined),
  extreme: z.enum(['highest', 'lowest']).optional().catch(undefined),
  point: queryParam(id),
  by: z.enum(Object.keys(groupings) as [Grouping, ...Grouping[]]).catch('course'),
  failing: number(30, 3),
  fell: number(100, 10),
});
export type AnalysisQuery = z.output<typeof AnalysisQuery>;

const shownRows = 500;

interface OpenedStudent {
  studentId: number;
  student: string;
  number: string;
  batch: string;
}
export interface OpenedResult extends OpenedStudent {
  id: string;
  course: string;
  total: string;
  grade: string | null;
}
export interface OpenedMean extends OpenedStudent {
  id: string;
  mean: string;
  /** Null for an earlier term. */
  results: number | null;
  passed: number | null;
}

/** What a figure opened: results, or students with their means. `more` rows are not shown. */
export type FigureRows = { more: number } & (
  | { of: 'results'; rows: OpenedResult[] }
  | { of: 'students'; rows: OpenedMean[]; term: string | null }
);

/** The rows of the figure in the address; null if it names none. The rows given are those that the actor may see. */
export function openedRows(
  { rows, means, offerings }: { rows: AnalysisRow[]; means: PublishedMean[]; offerings: Offering[] },
  query: AnalysisQuery,
): FigureRows | null {
  const names = new Map(offerings.map(({ batchId, batch }) => [batchId, batch]));
  const studentOf = ({ studentId, student, number, batchId }: AnalysisRow): OpenedStudent => ({
    studentId,
    student,
    number,
    batch: names.get(batchId) ?? '',
  });
  const byStudent = Map.groupBy(rows, ({ studentId }) => studentId);
  if (query.point !== undefined) {
    const then = means.filter(({ termId }) => termId === query.point);
    const found = then.flatMap(({ studentId, mean: own }) => {
      const row = byStudent.get(studentId)?.[0];
      return row ? [{ own, id: String(studentId), ...studentOf(row), results: null, passed: null }] : [];
    });
    return { of: 'students', term: then[0] ? `${then[0].term}, ${then[0].session}` : null, ...shown(found) };
  }
  if (query.rows === 'students') {
    const found = [...byStudent].map(([id, all]) => ({
      own: mean(all.map(({ total }) => total))!,
      id: String(id),
      ...studentOf(all[0]!),
      results: all.length,
      passed: all.filter(({ passed }) => passed).length,
    }));
    return { of: 'students', term: null, ...shown(found) };
  }
  if (!hasResults(query)) return null;
  const wanted = rows.filter(isWanted(query)).filter(isExtreme(rows, query.extreme));
  return {
    of: 'results',
    more: Math.max(0, wanted.length - shownRows),
    rows: wanted.slice(0, shownRows).map((row) => ({
      id: `${row.studentId} ${row.courseId}`,
      ...studentOf(row),
      course: row.course,
      total: markText(row.total),
      grade: row.grade,
    })),
  };
}

const hasResults = ({ rows, grade, outcome, extreme, course_id: course }: AnalysisQuery) =>
  rows === 'results' || [grade, outcome, extreme, course].some((value) => value !== undefined);

/** Whether a total is the highest, or the lowest, of all. */
function isExtreme(rows: AnalysisRow[], extreme: AnalysisQuery['extreme']) {
  if (!extreme || rows.length === 0) return () => true;
  const sign = extreme === 'highest' ? 1 : -1;
  const end = rows.map(({ total }) => total).reduce((a, b) => (sign * compare(a, b) >= 0 ? a : b));
  return ({ total }: AnalysisRow) => compare(total, end) === 0;
}

/** The highest means first. */
const shown = <Row extends OpenedStudent>(found: (Row & { own: Fraction })[]) => ({
  more: Math.max(0, found.length - shownRows),
  rows: found
    .toSorted((a, b) => compare(b.own, a.own) || a.student.localeCompare(b.student, 'en'))
    .slice(0, shownRows)
    .map(({ own, ...row }) => ({ ...row, mean: averageText(own)! })),
});
