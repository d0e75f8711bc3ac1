import { itemParts, type WorthLine } from '#features/money/invoices/corrections/net-item-amount.ts';

export interface BilledLine extends WorthLine {
  name: string;
  ledgerAccountId: number;
  schemeId: number | null;
  /** The discount is a percentage. */
  isPercent: boolean;
}

export interface ItemChange {
  particularId: number;
  name: string;
  was: number;
  becomes: number;
}

/** A line that a correction adds, or below zero takes away. */
export interface ChangedLine {
  name: string;
  amount: number;
  ledgerAccountId: number;
  categoryId: number | null;
  particularId: number | null;
  schemeId: number | null;
}

/**
 * What another amount of an item changes on an invoice: its charge, and its part of each discount. A percentage stays
 * what it was on the invoice, a fixed discount takes off what it took off.
 */
export function linesOfChange(lines: readonly BilledLine[], item: ItemChange, words: string): ChangedLine[] {
  const [charge, ...discounts] = itemParts(lines, item.particularId);
  if (!charge) return [];
  const takenAt = (amount: number) => {
    let left = amount;
    return discounts.map(({ line, amount: part }) => {
      const taken = Math.min(left, line.isPercent ? Math.round((-part / charge.amount) * amount) : -part);
      left -= taken;
      return taken;
    });
  };
  const [before, after] = [takenAt(item.was), takenAt(item.becomes)];
  return [
    { ...of(charge.line), name: words.slice(0, 160), amount: item.becomes - item.was },
    ...discounts.map(({ line }, at) => ({ ...of(line), amount: before[at]! - after[at]! })),
  ].filter(({ amount }) => amount !== 0);
}

const of = ({ name, ledgerAccountId, categoryId, particularId, schemeId }: BilledLine) => ({
  name,
  ledgerAccountId,
  categoryId,
  particularId,
  schemeId,
});

export const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
