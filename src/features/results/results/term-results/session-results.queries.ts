import { sql } from 'drizzle-orm';
import type { SchemeContent } from '#features/results/assessment/assessment.ts';
import { attemptsOf, type Attempt } from '#features/results/assessment/compute/academic-record.ts';
import { courseResult, type CourseResult } from '#features/results/assessment/compute/course-result.ts';
import { cumulative, type CumulativeRule } from '#features/results/assessment/compute/cumulative.ts';
import { type Fraction, fromText } from '#features/results/assessment/compute/fraction.ts';
import { termResult, type CourseOfTerm, type TermResult } from '#features/results/assessment/compute/class-results.ts';
import { query, type Db } from '#kernel/database.ts';
import { entriesOf, type Member, mainScheme, registrationsOf } from './members.queries.ts';
import {
  headsOf,
  placeKey,
  pinnedCourses,
  scalesOf,
  type CourseHead,
  type PinnedCourses,
} from './pinned-courses.queries.ts';
import type { CardCourse } from '../cards/card-promotion.ts';

type StudentBefore = Pick<Member, 'id' | 'admissionDate'>;

export interface SessionResults {
  /** The earlier terms, the first one first. */
  terms: EarlierTerm[];
  courses: ReadonlyMap<number, CourseHead>;
  /**
   * By student, one for each of the earlier terms; null where the student was in no batch with a sheet. For a CGPA also
   * the imported terms, each in its place.
   */
  ofStudents: ReadonlyMap<number, (EarlierResult | null)[]>;
}

/**
 * What the students of a class reached before a term: in the session for averages, in all sessions for a CGPA. A
 * published term is what was published, or what `instead` says of a student and term. Another one is computed by the
 * schemes of the batch in which the student was at its end. For a snapshot.
 */
export async function sessionResultsOf(
  db: Db,
  { institutionId, termId }: { institutionId: number; termId: number },
  { scheme, members }: { scheme: Pick<SchemeContent, 'system'> | null; members: StudentBefore[] },
  instead: ReadonlyMap<string, PublishedCourse[]> = new Map(),
): Promise<SessionResults> {
  const isCollege = scheme?.system === 'gpa';
  const terms = await earlierTerms(db, institutionId, termId, isCollege);
  const studentIds = members.map(({ id }) => id);
  if (!members.length) return { terms: [], courses: new Map(), ofStudents: new Map() };
  const past = isCollege
    ? await pastTermsBefore(db, { institutionId, termId, studentIds })
    : new Map<number, PastTerm[]>();
  const inOrder = (id: number, results: (EarlierResult | null)[]) => withPast(terms, results, past.get(id) ?? []);
  if (!terms.length)
    return { terms: [], courses: new Map(), ofStudents: new Map(members.map(({ id }) => [id, inOrder(id, [])])) };
  const termIds = terms.map(({ id }) => id);
  const published = await publishedCoursesOf(db, institutionId, studentIds, termIds);
  for (const [key, courses] of instead)
    published.set(key, { courses, isCollege: published.get(key)?.isCollege ?? isCollege });
  // Marks are read for those alone of whom a term is not published.
  const open = studentIds.filter((id) => termIds.some((term) => !published.has(`${id} ${term}`)));
  const { pinned, places, loaded } = await openTerms(db, institutionId, open, termIds);
  const resultOf = (member: StudentBefore, id: number): EarlierResult | null => {
    const kept = published.get(`${member.id} ${id}`);
    if (kept) return isCollege && !kept.isCollege ? null : publishedTerm(kept.courses);
    const batchId = places.get(`${member.id} ${id}`);
    const { registrations } = registrationsOf(loaded, member, id, batchId ?? 0);
    if (!registrations.length) return null;
    const courses = pinned.get(placeKey(id, batchId!)) ?? [];
    if (isCollege && mainScheme(courses)?.system !== 'gpa') return null;
    const codes = new Map(courses.map((course) => [course.id, course.code]));
    const rows = registrations.map(({ course, units, components, passMark, passFail, entries, bands }) => ({
      course,
      units,
      result: courseResult(entries, components, { bands: bands!, passMark, passFail }),
    }));
    return {
      term: termResult(rows),
      courses: new Map(rows.map(({ course, result }) => [course, result])),
      attempts: attemptsOf(rows.map((row) => ({ ...row, course: codes.get(row.course)! }))),
    };
  };
  return {
    terms,
    courses: new Map([
      ...headsOf(pinned),
      ...[...published.values()].flatMap(({ courses }) => courses).map((course) => [course.id, course] as const),
    ]),
    ofStudents: new Map(
      members.map((member) => [
        member.id,
        inOrder(
          member.id,
          termIds.map((id) => resultOf(member, id)),
        ),
      ]),
    ),
  };
}

/** The cumulative of values by term, as the scheme says. Terms without a result do not count. */
export const cumulativeOf = (
  terms: readonly (Fraction | null)[],
  scheme: Pick<SchemeContent, 'cumulative' | 'weights'>,
): Fraction | null => cumulative(terms, ruleOf(scheme, terms.length));

function ruleOf(
  { cumulative: kind, weights }: Pick<SchemeContent, 'cumulative' | 'weights'>,
  terms: number,
): CumulativeRule {
  if (kind !== 'weighted') return { kind };
  // A session can have got more terms than the scheme weighs.
  return { kind, weights: Array.from({ length: terms }, (_, at) => weights[at] ?? 0), renormalises: true };
}

const earlierTerms = (db: Db, institutionId: number, termId: number, ofAllSessions: boolean) =>
  query<EarlierTerm>(db)`
    select t.id::bigint as id, t.name, extract(year from z.starts_on)::int as year, t.position from terms n
    join academic_sessions y on (y.institution_id, y.id) = (n.institution_id, n.session_id)
    join terms t on t.institution_id = n.institution_id
    join academic_sessions z on (z.institution_id, z.id) = (t.institution_id, t.session_id)
    where n.institution_id = ${institutionId} and n.id = ${termId}
      and case when z.id = y.id then t.position < n.position else ${ofAllSessions} and z.starts_on < y.starts_on end
    order by z.starts_on, t.position, t.id`;

/** What has been entered for students in terms that are not published, and the courses of their batches. */
async function openTerms(db: Db, institutionId: number, studentIds: number[], termIds: number[]) {
  const nothing = { pinned: new Map() as PinnedCourses, bandsOf: () => [], entries: new Map() };
  if (!studentIds.length) return { pinned: nothing.pinned, places: new Map<string, number>(), loaded: nothing };
  const places = await placesOf(db, institutionId, studentIds, termIds);
  const batchIds = [...new Set(places.values())];
  const pinned = await pinnedCourses(
    db,
    institutionId,
    sql`s.term_id = any (${sql.param(termIds)}::bigint[]) and s.batch_id = any (${sql.param(batchIds)}::bigint[])`,
  );
  const bandsOf = await scalesOf(db, institutionId, pinned);
  return {
    pinned,
    places,
    loaded: { pinned, bandsOf, entries: await entriesOf(db, institutionId, studentIds, termIds) },
  };
}

/** The batch of each student at the end of each term, else the one nearest to it. By student and term. */
async function placesOf(db: Db, institutionId: number, studentIds: number[], termIds: number[]) {
  const rows = await query<{ studentId: number; termId: number; batchId: number }>(db)`
    select u.id::bigint as "studentId", t.id::bigint as "termId", e.batch_id::bigint as "batchId"
    from terms t cross join unnest(${sql.param(studentIds)}::bigint[]) u (id)
    cross join lateral (select e.batch_id from enrolments e
      where (e.institution_id, e.session_id, e.student_id) = (t.institution_id, t.session_id, u.id)
      order by e.from_date > t.ends_on, abs(t.ends_on - e.from_date), e.id desc limit 1) e
    where t.institution_id = ${institutionId} and t.id = any (${sql.param(termIds)}::bigint[])`;
  return new Map(rows.map(({ studentId, termId, batchId }) => [`${studentId} ${termId}`, batchId]));
}

interface EarlierTerm {
  id: number;
  name: string;
  /** In which its session began, and its place in it. */
  year: number;
  position: number;
}

/** An imported term with grade points. */
interface PastTerm extends Pick<EarlierTerm, 'year' | 'position'> {
  studentId: number;
  attempts: Attempt[];
}

/** Imported terms of students before a term, in their order, by student. */
async function pastTermsBefore(
  db: Db,
  { institutionId, termId, studentIds }: { institutionId: number; termId: number; studentIds: number[] },
): Promise<Map<number, PastTerm[]>> {
  const rows = await query<PastTerm>(db)`select p.student_id::bigint as "studentId", p.year, p.position,
      (select coalesce(json_agg(json_build_object('course', r.code, 'units', r.units, 'points', r.points, 'passed', r.passed)
          order by r.code), '[]')
        from past_results r where (r.institution_id, r.past_term_id) = (p.institution_id, p.id) and r.points is not null) as attempts
    from past_terms p
    join terms n on n.institution_id = p.institution_id and n.id = ${termId}
    join academic_sessions y on (y.institution_id, y.id) = (n.institution_id, n.session_id)
    where p.institution_id = ${institutionId} and p.student_id = any (${sql.param(studentIds)}::bigint[]) and p.system = 'gpa'
      and (p.year, p.position) < (extract(year from y.starts_on)::int, n.position)
    order by p.year, p.position`;
  return Map.groupBy(rows, ({ studentId }) => studentId);
}

/** What a student reached in the terms before, with imported terms in their places. */
function withPast(
  terms: readonly EarlierTerm[],
  results: (EarlierResult | null)[],
  past: readonly PastTerm[],
): (EarlierResult | null)[] {
  if (past.length === 0) return results;
  const all = [
    ...past.map(({ year, position, attempts }) => ({ year, position, result: { ...nothingElse, attempts } })),
    ...results.map((result, at) => ({ year: terms[at]!.year, position: terms[at]!.position, result })),
  ];
  return all.toSorted((a, b) => a.year - b.year || a.position - b.position).map(({ result }) => result);
}

/** A college’s card takes nothing else from the terms before. */
const nothingElse = { courses: new Map(), term: termResult([]) };

/** A student's courses in one of the earlier terms, by course. */
export interface EarlierResult {
  courses: ReadonlyMap<number, CourseResult>;
  term: TermResult;
  /** By the codes of then, as in a record: the same course in two terms. */
  attempts: Attempt[];
}

/** What a published card says of a course, as far as later terms need it. */
type PublishedCourse = CourseHead & Pick<CardCourse, 'status' | 'total' | 'grade' | 'points' | 'remark' | 'passed'>;

interface PublishedCourses {
  courses: PublishedCourse[];
  /** With grade points; a term with averages has no part in a CGPA. */
  isCollege: boolean;
}

/** What later terms do not need, and would take long to read. */
const unread = '{parts,entries,earlier,cumulative,position,average,highest,lowest,bands}';

/** A course's result as it was published. */
export const publishedResult = ({ total, status, grade, points, remark, passed }: PublishedCourse): CourseResult => ({
  status,
  total: total === null ? null : fromText(total),
  grade,
  points,
  remark,
  passed,
});

/** A term as it was published: later terms take it from here, not from today’s marks. */
export function publishedTerm(courses: readonly PublishedCourse[]): EarlierResult & { rows: CourseOfTerm[] } {
  const rows = courses.map((course) => ({
    course: course.id,
    units: course.units,
    result: publishedResult(course),
  }));
  return {
    rows,
    term: termResult(rows),
    courses: new Map(rows.map(({ course, result }) => [course, result])),
    attempts: attemptsOf(rows.map((row, at) => ({ ...row, course: courses[at]!.code }))),
  };
}

/**
 * The courses of published terms of students, by student and term. All students are one condition: looked up one by
 * one, each would be a walk through all results of the school while the table has no statistics.
 */
async function publishedCoursesOf(
  db: Db,
  institutionId: number,
  studentIds: number[],
  termIds: number[],
): Promise<Map<string, PublishedCourses>> {
  const rows = await query<PublishedCourses & { studentId: number; termId: number }>(db)`
    select r.student_id::bigint as "studentId", r.term_id::bigint as "termId", c.layout = 'college' as "isCollege",
      (select coalesce(json_agg(course - ${unread}::text[]), '[]') from jsonb_array_elements(c.courses) course) as courses
    from published_results r cross join lateral jsonb_to_record(r.content) as c (layout text, courses jsonb)
    where r.institution_id = ${institutionId} and r.student_id = any (${sql.param(studentIds)}::bigint[])
      and r.replaced_at is null and r.term_id + 0 = any (${sql.param(termIds)}::bigint[])`;
  return new Map(
    rows.map(({ studentId, termId, courses, isCollege }) => [`${studentId} ${termId}`, { courses, isCollege }]),
  );
}
