import { valueOf, type ChartData } from './chart-data.ts';

/** Where each part of a bar begins and ends: after each other if stacked, from zero otherwise. */
export function partsOf({ marks, series }: ChartData, group: number, isStacked: boolean) {
  let [above, below] = [0, 0];
  return series.map((_, part) => {
    const value = valueOf(marks[group]![part]);
    if (!isStacked) return { from: 0, to: value };
    if (value < 0) return { from: below, to: (below += value) };
    return { from: above, to: (above += value) };
  });
}

/** The least and the most that is drawn. */
export function rangeOf(data: ChartData, isStacked: boolean): [number, number] {
  const ends = data.groups.flatMap((_, group) => partsOf(data, group, isStacked).map(({ to }) => to));
  return [Math.min(0, ...ends), Math.max(0, ...ends)];
}
