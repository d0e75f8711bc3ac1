import { spread } from '#features/money/fees/amounts/spread.ts';

export interface WorthLine {
  amount: number;
  categoryId: number | null;
  particularId: number | null;
  /** Of a discount: the category whose charges it covers; null for all. */
  covers: number | null;
}

/** What an item adds to an invoice: its charge less its part of the discounts, which are spread as they were applied. */
export const netItemAmount = (lines: readonly WorthLine[], particularId: number): number =>
  itemParts(lines, particularId).reduce((sum, { amount }) => sum + amount, 0);

/** The same by line: the charge, and its part of each discount below zero. */
export function itemParts<Line extends WorthLine>(
  lines: readonly Line[],
  particularId: number,
): { line: Line; amount: number }[] {
  const charges = lines.filter(({ amount }) => amount > 0).map((line) => ({ line, left: line.amount }));
  const own = charges.find(({ line }) => line.particularId === particularId);
  if (!own) return [];
  const parts = [{ line: own.line, amount: own.left }];
  for (const line of lines.filter(({ amount }) => amount < 0)) {
    const covered = charges.filter((charge) => (line.covers ?? charge.line.categoryId) === charge.line.categoryId);
    const most = covered.reduce((sum, { left }) => sum + left, 0);
    const shares = spread(
      Math.min(-line.amount, most),
      covered.map(({ left }) => left),
    );
    for (const [at, charge] of covered.entries()) {
      charge.left -= shares[at]!;
      if (charge === own && shares[at]! > 0) parts.push({ line, amount: -shares[at]! });
    }
  }
  return parts;
}
