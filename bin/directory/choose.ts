import { keyedHash, keyFor } from '#kernel/secrets/keys.ts';

/**
 * The cell that an unknown name leads to: always the same one, and each cell in proportion to its accounts, so that the
 * answer does not reveal whether an account exists. Sizes are rounded to powers of two: as they grow, few names change
 * their cell.
 */
export function cellOfUnknown(key: Buffer, name: string, cells: number[], sizes: ReadonlyMap<number, number>): number {
  const ranked = cells.map((cell) => {
    const weight = 2 ** Math.round(Math.log2(Math.max(1, sizes.get(cell) ?? 1)));
    const hash = keyedHash(keyFor(key, 'directory: unknown'), `${cell}:${name}`);
    const share = (hash.readUIntBE(0, 6) + 1) / (2 ** 48 + 1);
    return { cell, rank: -weight / Math.log(share) };
  });
  return ranked.toSorted((a, b) => b.rank - a.rank || a.cell - b.cell)[0]!.cell;
}
