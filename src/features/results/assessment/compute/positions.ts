import { compare, type Fraction } from './fraction.ts';

export interface Position {
  readonly position: number;
  /** How many are ranked in the same group. */
  readonly of: number;
  /** Others have the same position. */
  readonly tied: boolean;
}

/**
 * Standard competition ranking (1, 1, 3) of exact values, the highest first: a position is one more than the number of
 * greater values in the group. A value of null has no position. Positions come in the order of the items,
 * for each of several groupings (class, batch) of the same values, which are sorted once.
 */
export function positionsInEach<Item>(
  items: readonly Item[],
  valueOf: (item: Item) => Fraction | null,
  groupings: readonly ((item: Item) => unknown)[],
): (Position | null)[][] {
  const ranked: Ranked<Item>[] = [];
  items.forEach((item, at) => {
    const value = valueOf(item);
    if (value) ranked.push({ at, item, value });
  });
  ranked.sort((a, b) => compare(b.value, a.value));
  return groupings.map((groupOf) => {
    const found: (Position | null)[] = items.map(() => null);
    for (const group of Map.groupBy(ranked, ({ item }) => groupOf(item)).values()) rankGroup(group, found);
    return found;
  });
}

interface Ranked<Item> {
  at: number;
  item: Item;
  value: Fraction;
}

function rankGroup(group: Ranked<unknown>[], found: (Position | null)[]): void {
  for (let start = 0; start < group.length;) {
    const { value } = group[start]!;
    let end = start + 1;
    while (end < group.length && compare(value, group[end]!.value) === 0) end += 1;
    const shared: Position = { position: start + 1, of: group.length, tied: end - start > 1 };
    for (; start < end; start += 1) found[group[start]!.at] = shared;
  }
}

/** 1st, 2nd, 3rd, 11th, 22nd. */
export function ordinal(position: number): string {
  const isTeen = Math.floor((position % 100) / 10) === 1;
  const endings: Record<number, string> = { 1: 'st', 2: 'nd', 3: 'rd' };
  return `${position}${(!isTeen && endings[position % 10]) || 'th'}`;
}
