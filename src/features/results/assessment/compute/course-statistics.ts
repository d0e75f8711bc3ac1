import type { CourseResult } from './course-result.ts';
import { compare, divide, fraction, sum, type Fraction } from './fraction.ts';

export interface CourseStatistics {
  /** Students with a total: complete or absent. The figures below are theirs. */
  readonly entered: number;
  /** Of those, absent from everything: their total is 0. */
  readonly absent: number;
  readonly passed: number;
  /** Σ totals / entered, in marks; null if nobody is entered. */
  readonly average: Fraction | null;
  readonly highest: Fraction | null;
  readonly lowest: Fraction | null;
}

/** Figures of one course over a batch or a class. Exempt, withheld, incomplete and pending results are no part of them. */
export function courseStatistics(results: Iterable<CourseResult>): CourseStatistics {
  let [absent, passed] = [0, 0];
  let highest: Fraction | null = null;
  let lowest: Fraction | null = null;
  const totals: Fraction[] = [];
  for (const { status, total, passed: hasPassed } of results) {
    if (!total) continue;
    totals.push(total);
    if (status === 'absent') absent += 1;
    if (hasPassed) passed += 1;
    if (!highest || compare(total, highest) > 0) highest = total;
    if (!lowest || compare(total, lowest) < 0) lowest = total;
  }
  const entered = totals.length;
  const average = entered ? divide(sum(totals), fraction(entered)) : null;
  return { entered, absent, passed, average, highest, lowest };
}
