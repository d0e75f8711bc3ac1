import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { attemptsOf } from '#features/results/assessment/compute/academic-record.ts';
import type { CourseResult } from '#features/results/assessment/compute/course-result.ts';
import type { Attempt } from '#features/results/assessment/compute/cgpa.ts';
import { fromText } from '#features/results/assessment/compute/fraction-text.ts';
import { termResult, type CourseOfTerm, type TermResult } from '#features/results/assessment/compute/term-result.ts';
import type { CardCourse } from '../cards/report-card.ts';
import type { CourseHead } from './pinned-courses.queries.ts';

/** A student's courses in one of the earlier terms, by course. */
export interface EarlierResult {
  courses: ReadonlyMap<number, CourseResult>;
  term: TermResult;
  /** By the codes of then, as in a record: the same course in two terms. */
  attempts: Attempt[];
}

/** What a published card says of a course, as far as later terms need it. */
export type PublishedCourse = CourseHead &
  Pick<CardCourse, 'status' | 'total' | 'grade' | 'points' | 'remark' | 'passed'>;

export interface PublishedCourses {
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
export async function publishedCoursesOf(
  db: Db,
  institutionId: number,
  studentIds: number[],
  termIds: number[],
): Promise<Map<string, PublishedCourses>> {
  const rows = await query<PublishedCourses & { studentId: number; termId: number }>(
    db,
    sql`select r.student_id::int as "studentId", r.term_id::int as "termId", c.layout = 'college' as "isCollege",
      (select coalesce(json_agg(course - ${unread}::text[]), '[]') from jsonb_array_elements(c.courses) course) as courses
    from published_results r cross join lateral jsonb_to_record(r.content) as c (layout text, courses jsonb)
    where r.institution_id = ${institutionId} and r.student_id = any (${sql.param(studentIds)}::bigint[])
      and r.replaced_at is null and r.term_id + 0 = any (${sql.param(termIds)}::bigint[])`,
  );
  return new Map(
    rows.map(({ studentId, termId, courses, isCollege }) => [`${studentId} ${termId}`, { courses, isCollege }]),
  );
}
