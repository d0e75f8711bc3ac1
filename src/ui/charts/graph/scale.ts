/** Steps that people count in. */
const niceSteps = [1, 2, 2.5, 4, 5, 10];

/** About five round values from the least to the most, both within. */
export function ticksOf(least: number, most: number): number[] {
  const low = Math.min(0, least);
  const high = most > low ? Math.max(0, most) : low + 4;
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  // Ones are people more often than not, who don't come by halves.
  const step = niceSteps.find((nice) => nice * power >= rough && (power !== 1 || Number.isInteger(nice)))! * power;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** Places on an axis of a length, from its ticks. */
export function scaleOf(ticks: readonly number[], length: number) {
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  return (value: number) => ((value - low) / (high - low)) * length;
}

/** Of a letter of 12 px in a wide font. */
const letter = 7.3;

/** The width of a text, as far as can be said without drawing it. */
export const widthOf = (text: string) => text.length * letter;

/** The text, cut where it would be wider. */
export function clippedTo(width: number, text: string): string {
  const most = Math.max(3, Math.floor(width / letter));
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}
