export interface Quantiles {
  p50: number;
  p99: number;
  worst: number;
}

export function quantiles(times: Iterable<number>): Quantiles {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99), worst: at(1) };
}

export const median = (values: number[]): number => quantiles(values).p50;
