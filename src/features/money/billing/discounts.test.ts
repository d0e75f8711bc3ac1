import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestAmount } from '#kernel/money.ts';
import { applyDiscounts, type Charge, type Discount } from './draft-bills.ts';

const [tuition, transport] = [1, 2];
const charges: Charge[] = [
  { key: 10, categoryId: tuition, amount: 100_000 },
  { key: 11, categoryId: tuition, amount: 50_001 },
  { key: 12, categoryId: transport, amount: 30_000 },
];

test('a percentage is of what the discounts before it have left', () => {
  const lines = applyDiscounts(charges.slice(0, 1), [
    { id: 1, name: 'Staff child', percent: 5000 },
    { id: 2, name: 'Sibling', percent: 1000 },
  ]);
  expect(lines.map(({ amount }) => amount)).toEqual([50_000, 5000]);
});

test('a discount of one category leaves the others alone and is spread over its charges to the kobo', () => {
  expect(applyDiscounts(charges, [{ id: 7, name: 'Sibling', percent: 1000, categoryId: tuition }])).toEqual([
    { discountId: 7, name: 'Sibling', key: 10, amount: 10_000 },
    { discountId: 7, name: 'Sibling', key: 11, amount: 5000 },
  ]);
});

test('an amount is capped at what is left, and a discount of nothing makes no line', () => {
  const lines = applyDiscounts(charges, [
    { id: 1, name: 'Scholarship', amount: 170_000 },
    { id: 2, name: 'Waiver', amount: 50_000 },
    { id: 3, name: 'Prompt payment', percent: 500 },
  ]);
  const of = (id: number) =>
    lines.filter(({ discountId }) => discountId === id).reduce((sum, { amount }) => sum + amount, 0);
  expect([of(1), of(2), of(3)]).toEqual([170_000, 10_001, 0]);
  expect(lines.filter(({ discountId }) => discountId === 3)).toEqual([]);
});

const anyCharges = fc
  .array(
    fc.record({ categoryId: fc.integer({ min: 1, max: 3 }), amount: fc.integer({ min: 0, max: largestAmount }) }),
    {
      maxLength: 12,
    },
  )
  .map((list): Charge[] => list.map((charge, key) => ({ key, ...charge })));
const anyDiscounts = fc
  .array(
    fc.record({
      percent: fc.option(fc.integer({ min: 0, max: 10_000 })),
      amount: fc.integer({ min: 0, max: largestAmount }),
      categoryId: fc.option(fc.integer({ min: 1, max: 4 })),
    }),
    { maxLength: 8 },
  )
  .map((list): Discount[] => list.map((discount, id) => ({ id, name: `Discount ${id}`, ...discount })));

test('any discounts: no charge goes below zero, each stays within its category, percent and amount', () => {
  fc.assert(
    fc.property(anyCharges, anyDiscounts, (list, discounts) => {
      const left = new Map(list.map((charge) => [charge.key, charge]));
      const lines = applyDiscounts(list, discounts);
      expect(lines.map(({ discountId }) => discountId)).toEqual(
        lines.map(({ discountId }) => discountId).toSorted((a, b) => a - b),
      );
      for (const { id, categoryId, percent, amount } of discounts) {
        const covered = [...left.values()].filter((charge) => categoryId === null || charge.categoryId === categoryId);
        const open = covered.reduce((sum, charge) => sum + charge.amount, 0);
        const mine = lines.filter(({ discountId }) => discountId === id);
        const taken = mine.reduce((sum, line) => sum + line.amount, 0);
        if (percent === null || percent === undefined) expect(taken).toBe(Math.min(amount!, open));
        else expect(Math.abs(taken - (open * percent) / 10_000)).toBeLessThanOrEqual(1);
        for (const line of mine) {
          const charge = left.get(line.key)!;
          expect(covered).toContain(charge);
          expect(line.amount).toBeGreaterThan(0);
          expect(line.amount).toBeLessThanOrEqual(charge.amount);
          left.set(line.key, { ...charge, amount: charge.amount - line.amount });
        }
      }
    }),
    { numRuns: 1000 },
  );
});
