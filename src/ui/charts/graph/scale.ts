/** Steps that people count in. */
const niceSteps = [1, 2, 2.5, 5, 10];

/** About five round values from the least to the most, both within. */
export function ticksOf(least: number, most: number): number[] {
  const low = Math.min(0, least);
  const high = most > low ? Math.max(0, most) : low + 1;
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = niceSteps.find((nice) => nice * power >= rough)! * power;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** Places on an axis of a length, from its ticks. */
export function scaleOf(ticks: readonly number[], length: number) {
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  return (value: number) => ((value - low) / (high - low)) * length;
}

/** The width of a text of 12 px, as far as can be said without drawing it. */
export const widthOf = (text: string) => text.length * 6.5;

/** The text, cut where it would be wider. */
export function clippedTo(width: number, text: string): string {
  const most = Math.max(3, Math.floor(width / 6.5));
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}
