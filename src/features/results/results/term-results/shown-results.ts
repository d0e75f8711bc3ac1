import type { CourseResult } from '#features/results/assessment/compute/course-result.ts';
import { type Fraction, shown } from '#features/results/assessment/compute/fraction.ts';
import type { NotRanked } from '#features/results/assessment/compute/class-results.ts';

/** Why a course has no total to be shown. */
export const resultStateLabels = {
  absent: { short: 'AB', words: 'Absent' },
  exempt: { short: 'EX', words: 'Exempt' },
  withheld: { short: 'WH', words: 'Withheld' },
  incomplete: { short: 'NE', words: 'Not all marks entered' },
  unfinished: { short: 'INC', words: 'Incomplete' },
  pending: { short: 'PD', words: 'Pending' },
  judged: { short: 'P/F', words: 'Pass or fail, without points' },
} as const;
export type ShownState = keyof typeof resultStateLabels;

export const notRankedLabels: Record<NotRanked, string> = {
  withheld: 'A mark is withheld',
  incomplete: 'Not all marks are entered',
  pending: 'A result is incomplete or pending',
  too_few_courses: 'Too few courses with marks',
};

/** A mark or total without needless zeros: 64.5, 71, 66.67. Rounded half up, for display alone. */
export const markText = (value: Fraction): string => shown(value).replace(/\.?0+$/, '');

/** An average or a grade point average, with two decimals. */
export const averageText = (value: Fraction | null): string | null => value && shown(value);

/** Grade points of a course: 5.00, 3.333. */
export const pointText = (points: number): string => (points / 100).toFixed(Number.isInteger(points) ? 2 : 3);

/** A course's total, or its state. */
export const totalText = ({ status, total }: CourseResult): string =>
  status === 'complete' ? markText(total!) : resultStateLabels[status].short;
