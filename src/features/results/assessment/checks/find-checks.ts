import { countOf } from '#ui/format.ts';
import { checkEntries } from '../compute/check-entries.ts';
import { courseResult } from '../compute/course-result.ts';
import { decimals } from '../hundredths.ts';
import { cellName } from '../marks/mark-text.ts';
import type { Remarkless } from './remarkless.queries.ts';
import type { CheckedCourse, TakenCourse } from './taken-courses.queries.ts';
import { divide, fraction, reaches, subtract, sum, type Fraction, shown } from '../compute/fraction.ts';
import type { Component, Entries } from '../compute/types.ts';

export const checkKinds = {
  missing: 'Missing marks',
  unfit: 'Marks that do not fit the scheme',
  same: 'The same mark for everyone',
  far: 'Far from the student’s other totals',
  noCourse: 'Students without a course',
  noTeacher: 'Courses without a teacher',
  unfinished: 'Not marked as finished',
  noRemark: 'Report cards without a remark',
} as const;
export type CheckKind = keyof typeof checkKinds;

export interface Check {
  kind: CheckKind;
  words: string;
  /** A cell of a course, or the student. */
  courseId?: number;
  cell?: string;
  studentId?: number;
  /** A page of the sheet. */
  page?: 'notes';
}

/** What is worth a look before a sheet is approved. */
export function findChecks(
  courses: readonly CheckedCourse[],
  taken: readonly TakenCourse[],
  remarkless: readonly Remarkless[],
): Check[] {
  const byCourse = Map.groupBy(taken, ({ courseId }) => courseId);
  const idle = (byCourse.get(null) ?? []).map(({ studentId, student }): Check => ({
    kind: 'noCourse',
    words: student,
    studentId,
  }));
  const found = courses.flatMap((course) => ofCourse(course, byCourse.get(course.courseId) ?? []));
  const remarks = remarkless.map(({ writer, students }): Check => ({
    kind: 'noRemark',
    page: 'notes',
    words: `${writer === 'teacher' ? 'Class teacher' : 'Principal'}: ${countOf(students, 'student')}`,
  }));
  const checks = [...found, ...farTotals(courses, taken), ...idle, ...remarks];
  const kinds = Object.keys(checkKinds);
  return checks.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

function ofCourse({ courseId, course, teacher, isTaught, isDone, scheme }: CheckedCourse, rows: TakenCourse[]) {
  const { components, step } = scheme;
  const checks: Check[] = [];
  const open = rows.flatMap(({ studentId, entries }) =>
    components.filter(({ key }) => !(key in entries)).map(({ key }) => cellName(studentId, key)),
  );
  if (open.length > 0)
    checks.push({
      kind: 'missing',
      courseId,
      cell: open[0]!,
      words: `${course}: ${countOf(open.length, 'mark')}${teacher ? `, ${teacher}` : ''}`,
    });
  for (const { studentId, student, entries } of rows)
    for (const { component, message } of checkEntries(entries, components, step))
      checks.push({
        kind: 'unfit',
        words: `${student}, ${course}: ${message}`,
        courseId,
        cell: cellName(studentId, component),
      });
  for (const { component, mark, students } of sameMarks(
    rows.map(({ entries }) => entries),
    components,
  ))
    checks.push({
      kind: 'same',
      courseId,
      cell: cellName(rows[0]!.studentId, component),
      words: `${course}: ${decimals(mark)} in ${components.find(({ key }) => key === component)!.name} for all ${countOf(students, 'student')}`,
    });
  if (isTaught && !teacher) checks.push({ kind: 'noTeacher', words: course, courseId });
  if (isTaught && !isDone && rows.length > 0) checks.push({ kind: 'unfinished', words: course, courseId });
  return checks;
}

function farTotals(courses: readonly CheckedCourse[], taken: readonly TakenCourse[]): Check[] {
  const byId = new Map(courses.map((course) => [course.courseId, course]));
  return [...Map.groupBy(taken, ({ studentId }) => studentId).values()].flatMap((own) => {
    const totals = own.flatMap(({ courseId, entries }) => {
      const course = courseId === null ? undefined : byId.get(courseId);
      // An entry that does not fit has a line of its own, and no total.
      if (!course || checkEntries(entries, course.scheme.components, course.scheme.step).length > 0) return [];
      const { bands, scheme } = course;
      const { status, total } = courseResult(entries, scheme.components, { bands, passMark: scheme.passMark });
      return status === 'complete' ? [{ course: course.courseId, total: total! }] : [];
    });
    return farFromOwnMean(totals).map(({ course, words }): Check => {
      const { scheme, course: title } = byId.get(Number(course))!;
      const { studentId, student } = own[0]!;
      const cell = cellName(studentId, scheme.components[0]!.key);
      return { kind: 'far', words: `${student}, ${title}: ${words}`, courseId: Number(course), cell };
    });
  });
}

/** From so many students on, the same mark for all is worth a question. */
const leastForSameMark = 5;

interface SameMark {
  readonly component: string;
  /** Hundredths. */
  readonly mark: number;
  readonly students: number;
}

/**
 * Components of a course in which every student with a mark has the same one, 5 marks at least: what a filled column
 * looks like. Words and missing entries are no marks.
 */
export function sameMarks(rows: readonly Entries[], components: readonly Component[]): SameMark[] {
  return components.flatMap(({ key }) => {
    const marks = rows.map((entries) => entries[key]).filter((entry) => typeof entry === 'number');
    const [mark] = marks;
    if (mark === undefined || marks.length < leastForSameMark || marks.some((other) => other !== mark)) return [];
    return [{ component: key, mark, students: marks.length }];
  });
}

interface FarMark {
  readonly course: number | string;
  readonly total: Fraction;
  /** The mean of the student's other courses. */
  readonly own: Fraction;
  readonly words: string;
}

interface FarRule {
  /** Hundredths of a mark between a total and the mean of the others. */
  readonly distance: number;
  /** Other courses with a total that a mean needs. */
  readonly otherCourses: number;
}

const usualFarRule: FarRule = { distance: 30_00, otherCourses: 3 };

/**
 * Courses in which one student's total lies 30 marks or more above or below the mean of the student's other totals, of
 * which there must be 3 at least. Pass totals of complete courses alone: an absence is no outlier.
 */
export function farFromOwnMean(
  courses: readonly { course: number | string; total: Fraction }[],
  rule: FarRule = usualFarRule,
): FarMark[] {
  const others = courses.length - 1;
  if (others < Math.max(rule.otherCourses, 1)) return [];
  const all = sum(courses.map(({ total }) => total));
  return courses.flatMap(({ course, total }) => {
    const own = divide(subtract(all, total), fraction(others));
    const apart = subtract(total, own);
    const distance = apart.top < 0 ? subtract(own, total) : apart;
    if (!reaches(distance, rule.distance)) return [];
    const words = `${shown(total)} is ${shown(distance)} ${apart.top < 0 ? 'below' : 'above'} the mean of the other courses (${shown(own)}).`;
    return [{ course, total, own, words }];
  });
}
