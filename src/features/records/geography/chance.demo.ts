import { sql, type SQL } from 'drizzle-orm';

/** Random choices that are the same on every machine. */
export interface Chance {
  /** A whole number from 0 to limit - 1. */
  below(limit: number): number;
  /** A whole number from first to last, inclusive. */
  between(first: number, last: number): number;
  /** True in the given percentage of cases. */
  often(percent: number): boolean;
  of<T>(list: readonly T[]): T;
  /** One of the keys, by weight. */
  weighted<K extends string>(weights: Partial<Record<K, number>>): K;
  shuffled<T>(list: readonly T[]): T[];
}

/** A seeded generator (mulberry32), so that the demonstration is the same in every installation. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const of = <T>(list: readonly T[]) => list[below(list.length)]!;
  return {
    below,
    of,
    between: (first, last) => first + below(last - first + 1),
    often: (percent) => below(100) < percent,
    weighted<K extends string>(weights: Partial<Record<K, number>>) {
      const entries = Object.entries(weights) as [K, number][];
      let mark = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      return (entries.find(([, weight]) => (mark -= weight) < 0) ?? entries.at(-1)!)[0];
    },
    shuffled(list) {
      const left = [...list];
      return list.map(() => left.splice(below(left.length), 1)[0]!);
    },
  };
}

/** The same in SQL, from 0 to 1: always equal for equal values of these columns and literals. */
export const chanceIn = (...of: string[]): SQL =>
  sql.raw(`((hashtext(concat_ws(' ', ${of.join(', ')}))::bigint & 2147483647) / 2147483647.0)`);
