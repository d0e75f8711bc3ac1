/** FET tells things apart by their names: a second Ada Obi becomes Ada Obi (2). */
export function uniqueNames(taken = new Set<string>()) {
  return (name: string): string => {
    const plain = name.trim() || '–';
    let unique = plain;
    for (let n = 2; taken.has(unique); n++) unique = `${plain} (${n})`;
    taken.add(unique);
    return unique;
  };
}

export const namesById = (rows: readonly { id: number; name: string }[], unique = uniqueNames()): Map<number, string> =>
  new Map(rows.map(({ id, name }) => [id, unique(name)]));

/** The names as a file has them, the same for writing and for reading back. */
export const hourName = (period: number): string => `Period ${period}`;
export const periodOfHour = (hour: string): number => Number(/^Period (\d{1,2})$/.exec(hour)?.[1] ?? 0);
