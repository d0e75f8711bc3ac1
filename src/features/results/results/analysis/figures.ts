import { compare, divide, fraction, mean, add, type Fraction } from '#features/results/assessment/compute/fraction.ts';
import { averageText, markText } from '../term-results/shown-results.ts';
import type { AnalysisRow } from './analysis-rows.ts';

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
export function median(sorted: readonly Fraction[]): Fraction {
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

/** How often each grade was given, the best first; grades that nobody has count 0. */
export const gradeCounts = (rows: AnalysisRow[], grades: readonly string[]): GradeCount[] =>
  grades.map((grade) => ({ grade, count: rows.filter((row) => row.grade === grade).length }));
