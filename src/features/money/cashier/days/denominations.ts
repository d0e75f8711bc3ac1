/** Notes and coins in minor units, the largest first; other currencies are counted as one total. */
export const denominations: Record<string, number[]> = {
  NGN: [100000, 50000, 20000, 10000, 5000, 2000, 1000, 500],
};

export const countedCash = (pieces: Record<string, number>): number =>
  Object.entries(pieces).reduce((sum, [value, count]) => sum + Number(value) * count, 0);
