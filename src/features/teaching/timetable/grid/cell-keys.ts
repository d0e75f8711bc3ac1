const arrows: Record<string, [day: number, period: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Place {
  weekday: number;
  period: number;
}

/** The cell that an arrow key leads to from another one, in a week or in the row of a batch. */
export function arrowTo(key: string, from: Place, targets: readonly Place[], isRow: boolean): Place | undefined {
  const step = arrows[key];
  if (!step) return undefined;
  if (isRow) {
    const ordered = targets.toSorted((one, other) => one.weekday - other.weekday || one.period - other.period);
    const at = ordered.findIndex(({ weekday, period }) => weekday === from.weekday && period === from.period);
    return ordered[at + (step[0] || step[1])];
  }
  const [day, period] = step;
  const ahead = targets.filter(
    (place) =>
      (day === 0 ? place.weekday === from.weekday : (place.weekday - from.weekday) * day > 0) &&
      (period === 0 ? place.period === from.period : (place.period - from.period) * period > 0),
  );
  return ahead.toSorted(
    (one, other) =>
      Math.abs(one.weekday - from.weekday) - Math.abs(other.weekday - from.weekday) ||
      Math.abs(one.period - from.period) - Math.abs(other.period - from.period),
  )[0];
}
