import type { DashletPoint } from '#kernel/contracts/dashlet.ts';
import { fewestTold } from '#kernel/fewest-told.ts';

/**
 * Groups of a restricted value without the numbers of small ones. So that these don't follow from the number of all,
 * the next larger groups are hidden too, until at least two groups and five people are.
 */
export function withoutSmall(points: readonly DashletPoint[]): DashletPoint[] {
  const hidden = new Set<DashletPoint>();
  let people = 0;
  for (const point of points.toSorted((a, b) => a.value - b.value)) {
    const isEnough = hidden.size === 0 || (hidden.size > 1 && people >= fewestTold);
    if (point.value >= fewestTold && isEnough) break;
    hidden.add(point);
    people += point.value;
  }
  if (hidden.size === 0) return [...points];
  return points.map((point) => ({
    ...point,
    ...(hidden.has(point) && {
      value: 0,
      shown: point.value < fewestTold ? `Fewer than ${fewestTold}` : `${fewestTold} or more`,
    }),
  }));
}
