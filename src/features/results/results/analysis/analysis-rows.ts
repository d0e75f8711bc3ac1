import type { Fraction } from '#features/results/assessment/compute/fraction.ts';
import type { ResultsOfClass } from '../term-results/class-results.queries.ts';

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
export type TeacherOf = (batchId: number, courseId: number) => number | null;

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
export interface RowFilter {
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
