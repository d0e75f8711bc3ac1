import type { CourseResult } from './course-result.ts';
import { inTenths } from './types.ts';
import { divide, fraction, sum, type Fraction } from './fraction.ts';

export interface CourseOfTerm {
  readonly course: number | string;
  /** Whole credit units; zero-unit courses count for nothing in the GPA. */
  readonly units: number;
  readonly result: CourseResult;
}

/** The worst of a student's courses: withheld, incomplete, then pending. `empty`: no course counts. */
export type TermStatus = 'complete' | 'pending' | 'incomplete' | 'withheld' | 'empty';

export interface TermResult {
  readonly status: TermStatus;
  /** Σ totals of the counted courses, in marks. */
  readonly sum: Fraction;
  /** Courses with a total: complete or absent. */
  readonly counted: number;
  /** sum / counted; null if none counts. */
  readonly average: Fraction | null;
  readonly passed: number;
  readonly failed: number;
  /** Units of the counted courses: what the GPA is divided by, failed ones included. */
  readonly units: number;
  /** Those of courses that are passed or failed alone among them. */
  readonly unitsPassed: number;
  /** Σ units × points, in hundredths of a point. */
  readonly points: number;
  readonly gpa: Fraction | null;
}

/**
 * GPA = Σ(units × points) / Σ units registered in the term, failed units included (National Universities Commission,
 * course system; NBTE alike). Courses that are withheld, incomplete or pending have no points yet: they count in neither
 * sum, and the status says that the figures are not final. Exempt courses count nowhere.
 */
export function termResult(courses: readonly CourseOfTerm[]): TermResult {
  let [counted, passed, units, unitsPassed, points] = [0, 0, 0, 0, 0];
  let [isWithheld, isIncomplete, isPending] = [false, false, false];
  const totals: Fraction[] = [];
  for (const { units: own, result } of courses) {
    isWithheld ||= result.status === 'withheld';
    isIncomplete ||= result.status === 'incomplete';
    isPending ||= result.status === 'unfinished' || result.status === 'pending';
    if (result.status === 'judged' && result.passed) unitsPassed += own;
    if (result.total === null) continue;
    counted += 1;
    totals.push(result.total);
    units += own;
    points += own * inTenths(result.points ?? 0);
    if (!result.passed) continue;
    passed += 1;
    unitsPassed += own;
  }
  const total = sum(totals);
  return {
    status: worstOf({ isWithheld, isIncomplete, isPending }) ?? (counted ? 'complete' : 'empty'),
    sum: total,
    counted,
    average: counted ? divide(total, fraction(counted)) : null,
    passed,
    failed: counted - passed,
    units,
    unitsPassed,
    points: points / 10,
    gpa: gradePointAverage(points / 10, units),
  };
}

const worstOf = (has: { isWithheld: boolean; isIncomplete: boolean; isPending: boolean }): Open | null =>
  has.isWithheld ? 'withheld' : has.isIncomplete ? 'incomplete' : has.isPending ? 'pending' : null;

/** Hundredths of points over units; null without units. */
export const gradePointAverage = (points: number, units: number): Fraction | null =>
  units ? fraction(inTenths(points), units * 1000) : null;

export interface RankingRule {
  /** Courses with a total that a student needs to be ranked. */
  readonly minimumCourses: number;
  /** Rank students with marks that are not entered, by what is there. Off by default. */
  readonly includesIncomplete?: boolean;
}

type Open = Exclude<TermStatus, 'complete' | 'empty'>;
export type NotRanked = Open | 'too_few_courses';

/** Why a student has no position; null: is ranked. */
export function whyNotRanked({ status, counted }: TermResult, rule: RankingRule): NotRanked | null {
  if (status === 'withheld' || status === 'pending') return status;
  if (status === 'incomplete' && !rule.includesIncomplete) return 'incomplete';
  return counted === 0 || counted < rule.minimumCourses ? 'too_few_courses' : null;
}
