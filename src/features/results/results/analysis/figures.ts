import { compare, divide, fraction, mean, add, type Fraction } from '#features/results/assessment/compute/fraction.ts';
import { averageText, markText } from '../term-results/shown-results.ts';
import type { ResultsOfClass } from '../term-results/members.queries.ts';

/** The figures of a group of totals, rounded for display alone. */
export interface Figures {
  results: number;
  mean: string;
  median: string;
  highest: string;
  lowest: string;
  passed: number;
  /** Percent, rounded. */
  passRate: number;
}

export function figuresOf(rows: readonly AnalysisRow[]): Figures | null {
  if (rows.length === 0) return null;
  const totals = rows.map(({ total }) => total).toSorted(compare);
  const passed = rows.filter((row) => row.passed).length;
  return {
    results: rows.length,
    mean: averageText(mean(totals))!,
    median: markText(median(totals)),
    highest: markText(totals.at(-1)!),
    lowest: markText(totals[0]!),
    passed,
    passRate: Math.round((passed / rows.length) * 100),
  };
}

/** Of sorted values: the one in the middle, or the mean of the two. */
function median(sorted: readonly Fraction[]): Fraction {
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : divide(add(sorted[middle - 1]!, sorted[middle]!), fraction(2));
}

export const groupings = { course: 'course', batch: 'batch', teacher: 'teacher', gender: 'gender' } as const;
export type Grouping = keyof typeof groupings;

/** By what a row is grouped; null for rows without it, such as a course without a teacher. */
const keyOf: Record<Grouping, (row: AnalysisRow) => number | string | null> = {
  course: ({ courseId }) => courseId,
  batch: ({ batchId }) => batchId,
  teacher: ({ employeeId }) => employeeId,
  gender: ({ gender }) => gender,
};

export interface Group extends Figures {
  /** Null where it is not known. */
  key: number | string | null;
  label: string;
}

export const groupsOf = (rows: AnalysisRow[], by: Grouping, labelOf: (key: Group['key']) => string): Group[] =>
  [...Map.groupBy(rows, keyOf[by])]
    .map(([key, own]) => ({ key, label: labelOf(key), ...figuresOf(own)! }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));

export interface GradeCount {
  grade: string;
  count: number;
}

/** Number of each grade, the best first; grades that nobody has count 0. */
export const gradeCounts = (rows: AnalysisRow[], grades: readonly string[]): GradeCount[] =>
  grades.map((grade) => ({ grade, count: rows.filter((row) => row.grade === grade).length }));

/** A student's total in a course, with everything that it is grouped by. */
export interface AnalysisRow {
  studentId: number;
  student: string;
  number: string;
  gender: 'female' | 'male' | null;
  batchId: number;
  courseId: number;
  course: string;
  /** Null without a teacher. */
  employeeId: number | null;
  total: Fraction;
  /** Null for absent students of a course without one. */
  grade: string | null;
  passed: boolean;
}

/** Who teaches which course of a batch. */
type TeacherOf = (batchId: number, courseId: number) => number | null;

/** The totals of a class: absent students count with 0; exempt, withheld and incomplete ones have none. */
export function analysisRows({ courses, members, results }: ResultsOfClass, teacherOf: TeacherOf): AnalysisRow[] {
  return members.flatMap(({ id, surname, firstName, number, gender, batchId }, at) =>
    results.students[at]!.courses.flatMap(({ course, result }): AnalysisRow[] =>
      result.total === null
        ? []
        : [
            {
              studentId: id,
              student: `${surname}, ${firstName}`,
              number,
              gender,
              batchId,
              courseId: course,
              course: courses.get(course)!.title,
              employeeId: teacherOf(batchId, course),
              total: result.total,
              grade: result.grade,
              passed: result.passed === true,
            },
          ],
    ),
  );
}

/** What narrows the rows: figures open them by these. */
interface RowFilter {
  batch_id?: number | undefined;
  course_id?: number | undefined;
  /** `none` for courses without a teacher. */
  employee_id?: number | 'none' | undefined;
  gender?: 'female' | 'male' | 'none' | undefined;
  grade?: string | undefined;
  outcome?: 'passed' | 'failed' | undefined;
}

export const isWanted =
  ({ batch_id, course_id, employee_id, gender, grade, outcome }: RowFilter) =>
  (row: AnalysisRow): boolean =>
    (batch_id === undefined || row.batchId === batch_id) &&
    (course_id === undefined || row.courseId === course_id) &&
    (employee_id === undefined || (row.employeeId ?? 'none') === employee_id) &&
    (gender === undefined || (row.gender ?? 'none') === gender) &&
    (grade === undefined || row.grade === grade) &&
    (outcome === undefined || row.passed === (outcome === 'passed'));
