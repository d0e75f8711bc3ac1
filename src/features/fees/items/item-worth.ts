import { spread } from '#kernel/fees/spread.ts';

export interface WorthLine {
  amount: number;
  categoryId: number | null;
  particularId: number | null;
  /** Of a discount: the category whose charges it covers; null for all. */
  covers: number | null;
}

/** What an item adds to an invoice: its charge less its part of the discounts, which are spread as they were applied. */
export function itemWorth(lines: readonly WorthLine[], particularId: number): number {
  const charges = lines.filter(({ amount }) => amount > 0).map((line) => ({ ...line, left: line.amount }));
  for (const { amount, covers } of lines.filter((line) => line.amount < 0)) {
    const covered = charges.filter(({ categoryId }) => (covers ?? categoryId) === categoryId);
    const most = covered.reduce((sum, { left }) => sum + left, 0);
    const shares = spread(
      Math.min(-amount, most),
      covered.map(({ left }) => left),
    );
    for (const [at, charge] of covered.entries()) charge.left -= shares[at]!;
  }
  return charges.find((charge) => charge.particularId === particularId)?.left ?? 0;
}
