import { isUnsettled, type CourseResult } from './course-result.ts';
import { inTenths } from './types.ts';

export interface AggregateRule {
  /** How many courses count. */
  readonly of: number;
  /** Which points are good: few in WAEC grades. */
  readonly best: 'low' | 'high';
}

/**
 * The points of the best courses added up, in hundredths: WAEC's aggregate of the best six, where 6 is the best there is.
 * Null with fewer courses, and while a result is still to come.
 */
export function aggregateOf(results: readonly CourseResult[], { of, best }: AggregateRule): number | null {
  if (results.some(({ status }) => isUnsettled(status))) return null;
  const sign = best === 'low' ? 1 : -1;
  const points = results.flatMap((one) => (one.points === null ? [] : [inTenths(one.points)]));
  if (points.length < of) return null;
  const counting = points.toSorted((a, b) => sign * (a - b)).slice(0, of);
  return counting.reduce((sum, own) => sum + own, 0) / 10;
}
