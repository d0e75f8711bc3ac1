import { isUnsettled } from '#features/results/assessment/compute/course-result.ts';
import {
  academicStandings,
  type AcademicStanding,
  type ProbationRule,
} from '#features/results/assessment/compute/academic-record.ts';
import { type Fraction, fromText } from '#features/results/assessment/compute/fraction.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { listName } from '#ui/format.ts';
import { courseGrade, courseTotal, gpaOf } from '../cards/card-texts.ts';
import type { CardCourse, GradePoints, ReportCard } from '../cards/card-promotion.ts';
import { resultStateLabels, type ShownState } from '../term-results/shown-results.ts';

interface SemesterCell {
  /** The total, or the short form of the state. */
  total: string;
  grade: string | null;
  /** Grade points × units; null without a total. */
  points: string | null;
  state: ShownState | null;
  passed: boolean | null;
}

/** Units, points and their quotient, as texts. */
interface SemesterFigures {
  units: number;
  points: string;
  value: string | null;
}

export interface SemesterRow {
  studentId: number;
  name: string;
  number: string;
  /** By the order of the courses; null for a course that the student does not take. */
  cells: (SemesterCell | null)[];
  current: SemesterFigures;
  previous: SemesterFigures;
  cumulative: SemesterFigures;
  remark: string;
}

export interface SemesterSheet {
  courses: { code: string; title: string; units: number }[];
  rows: SemesterRow[];
  states: ShownState[];
  hasGaps: boolean;
}

/** What judges the remarks: the program's rule, and the CGPAs at the end of each student's earlier terms. */
interface SemesterRule {
  probation: ProbationRule | null;
  earlier: ReadonlyMap<number, readonly (Fraction | null)[]>;
}

/** Students × courses of a batch in a semester, from report cards with grade points; others are skipped. */
export function semesterSheetOf(cards: readonly ReportCard[], rule: SemesterRule): SemesterSheet {
  const own = cards.filter(({ summary }) => summary.gpa !== null);
  const courses = [
    ...new Map(
      own
        .flatMap((card) => card.courses)
        .map(({ code, title, units }) => [`${code} ${units}`, { code, title, units }] as const),
    ).values(),
  ].toSorted((a, b) => a.code.localeCompare(b.code));
  const rows = own.map((card): SemesterRow => {
    const { student, summary } = card;
    const byCode = new Map(card.courses.map((course) => [`${course.code} ${course.units}`, course]));
    return {
      studentId: student.id,
      name: listName(student),
      number: student.number,
      cells: courses.map(({ code, units }) => cellOf(byCode.get(`${code} ${units}`))),
      current: figuresOf(summary.gpa, card),
      previous: figuresOf(summary.previous, card),
      cumulative: figuresOf(summary.cgpa, card),
      remark: remarkOf(card, rule),
    };
  });
  const occurring = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.state ?? [])));
  return {
    courses,
    rows,
    hasGaps: rows.some(({ cells }) => cells.includes(null)),
    states: (Object.keys(resultStateLabels) as ShownState[]).filter((state) => occurring.has(state)),
  };
}

function cellOf(course: CardCourse | undefined): SemesterCell | null {
  if (!course) return null;
  const { status, points, units, passed } = course;
  return {
    total: courseTotal(course),
    grade: courseGrade(course),
    state: status === 'complete' ? null : status,
    passed,
    points: points === null ? null : decimals(points * units),
  };
}

const figuresOf = (figures: GradePoints | null, { rule }: ReportCard): SemesterFigures => ({
  units: figures?.units ?? 0,
  points: decimals(figures?.points ?? 0),
  value: gpaOf(figures?.value ?? null, rule?.gpaForm),
});

const standingRemarks: Record<AcademicStanding, string | null> = {
  good: null,
  probation: 'Probation',
  withdrawal: 'Withdrawal',
};

/**
 * 'Repeat MTH 101, PHY 102', 'Probation', 'Good standing' and so on. With a course that is withheld, not yet entered or
 * not settled nothing is judged.
 */
export function remarkOf(
  { student, courses, summary, rule }: Pick<ReportCard, 'student' | 'courses' | 'summary' | 'rule'>,
  { probation, earlier }: SemesterRule,
): string {
  if (courses.length === 0) return 'No courses';
  if (courses.some(({ status }) => status === 'withheld')) return 'Result withheld';
  if (courses.some(({ status }) => isUnsettled(status))) return 'Incomplete';
  const value = summary.cgpa?.value ?? null;
  const reached = [...(earlier.get(student.id) ?? []), value === null ? null : fromText(value)];
  const judged = probation
    ? (academicStandings(reached, { ...probation, isAbove: rule?.best === 'low' }).at(-1) ?? null)
    : null;
  const remarks = [
    judged && standingRemarks[judged],
    summary.repeats.length > 0 ? `Repeat ${summary.repeats.join(', ')}` : null,
  ].filter((words) => words !== null);
  return remarks.length > 0 ? remarks.join('. ') : 'Good standing';
}
