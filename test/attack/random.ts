/** Numbers that follow from a seed, and what is chosen with them. */
export interface Chance {
  (): number;
  below(count: number): number;
  is(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** By weights that need not add up to anything. */
  weigh<T>(list: readonly T[], weight: (one: T) => number): T;
}

/** The same numbers for the same seed (mulberry32). */
export function chanceFrom(seed: number): Chance {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  return Object.assign(next, {
    below,
    is: (share: number) => next() < share,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
    weigh<T>(list: readonly T[], weight: (one: T) => number): T {
      let left = next() * list.reduce((sum, one) => sum + weight(one), 0);
      return list.find((one) => (left -= weight(one)) < 0) ?? (list.at(-1) as T);
    },
  });
}
