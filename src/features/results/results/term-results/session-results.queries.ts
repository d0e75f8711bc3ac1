import { sql } from 'drizzle-orm';
import type { SchemeContent } from '#features/results/assessment/assessment.ts';
import { attemptsOf } from '#features/results/assessment/compute/academic-record.ts';
import { courseResult } from '#features/results/assessment/compute/course-result.ts';
import { cumulative, type CumulativeRule } from '#features/results/assessment/compute/cumulative.ts';
import type { Fraction } from '#features/results/assessment/compute/fraction.ts';
import { termResult } from '#features/results/assessment/compute/term-result.ts';
import { pastTermsBefore, withPast, type PastTerm, type EarlierTerm } from './past-attempts.queries.ts';
import { publishedCoursesOf, publishedTerm, type PublishedCourse, type EarlierResult } from './published-results.ts';
import { mainScheme, registrationsOf } from './registrations.ts';
import { query, type Db } from '#kernel/database.ts';
import { entriesOf, type Member } from './members.queries.ts';
import {
  headsOf,
  placeKey,
  pinnedCourses,
  scalesOf,
  type CourseHead,
  type PinnedCourses,
} from './pinned-courses.queries.ts';

export type StudentBefore = Pick<Member, 'id' | 'admissionDate'>;

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
  query<EarlierTerm>(
    db,
    sql`select t.id::int as id, t.name, extract(year from z.starts_on)::int as year, t.position from terms n
    join academic_sessions y on (y.institution_id, y.id) = (n.institution_id, n.session_id)
    join terms t on t.institution_id = n.institution_id
    join academic_sessions z on (z.institution_id, z.id) = (t.institution_id, t.session_id)
    where n.institution_id = ${institutionId} and n.id = ${termId}
      and case when z.id = y.id then t.position < n.position else ${ofAllSessions} and z.starts_on < y.starts_on end
    order by z.starts_on, t.position, t.id`,
  );

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
  const rows = await query<{ studentId: number; termId: number; batchId: number }>(
    db,
    sql`select u.id::int as "studentId", t.id::int as "termId", e.batch_id::int as "batchId"
    from terms t cross join unnest(${sql.param(studentIds)}::bigint[]) u (id)
    cross join lateral (select e.batch_id from enrolments e
      where (e.institution_id, e.session_id, e.student_id) = (t.institution_id, t.session_id, u.id)
      order by e.from_date > t.ends_on, abs(t.ends_on - e.from_date), e.id desc limit 1) e
    where t.institution_id = ${institutionId} and t.id = any (${sql.param(termIds)}::bigint[])`,
  );
  return new Map(rows.map(({ studentId, termId, batchId }) => [`${studentId} ${termId}`, batchId]));
}
