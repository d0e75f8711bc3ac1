import { percentOf, wholeNumber } from '#features/money/fees/amounts/percent.ts';
import { spread } from '#features/money/fees/amounts/spread.ts';

export interface Charge {
  /** Identifies the charge in the result. */
  key: number;
  categoryId: number;
  amount: number;
}

/** A share in basis points of what is left of the charges it covers, or an amount. */
export interface Discount {
  id: number;
  name: string;
  percent?: number | null;
  amount?: number | null;
  /** Covers charges of this category only; all charges without it. */
  categoryId?: number | null;
}

/** What a discount takes off one charge. */
export interface DiscountLine {
  discountId: number;
  name: string;
  key: number;
  amount: number;
}

/**
 * Discounts in their stored order, each of what the ones before it have left. They never exceed a charge. One that
 * covers several charges is spread over them exactly, so that the income of each category is known.
 */
export function applyDiscounts(charges: readonly Charge[], discounts: readonly Discount[]): DiscountLine[] {
  const open = charges.map((charge) => ({ ...charge, left: wholeNumber(charge.amount) }));
  return discounts.flatMap((discount) => {
    const covered = open.filter(({ categoryId }) => (discount.categoryId ?? categoryId) === categoryId);
    const left = covered.reduce((sum, charge) => sum + charge.left, 0);
    const wanted = discount.percent == null ? wholeNumber(discount.amount ?? 0) : percentOf(left, discount.percent);
    const shares = spread(
      Math.min(wanted, left),
      covered.map((charge) => charge.left),
    );
    return covered.flatMap((charge, at) => {
      const amount = shares[at]!;
      charge.left -= amount;
      return amount > 0 ? [{ discountId: discount.id, name: discount.name, key: charge.key, amount }] : [];
    });
  });
}
