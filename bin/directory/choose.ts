import { keyedHash, keyFor } from '#kernel/secrets/keys.ts';

/**
 * The cell that somebody unknown is led to: always the same one, and each as often as it holds accounts, so that where
 * an account leads tells nobody whether it exists. Sizes count by powers of two: as they grow, almost nothing moves.
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
