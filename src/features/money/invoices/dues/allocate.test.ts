import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocateOldestFirst, openDues, type OwedInvoice } from './allocate.ts';

const invoice = (id: number, dues: [string, number][], settled = 0): OwedInvoice => ({
  id,
  settled,
  open: dues.reduce((sum, [, amount]) => sum + amount, 0) - settled,
  dues: dues.map(([dueOn, amount]) => ({ dueOn, amount })),
});

const first = invoice(1, [
  ['2026-09-14', 500],
  ['2026-11-02', 500],
]);
const second = invoice(2, [
  ['2026-09-14', 300],
  ['2026-10-05', 300],
]);

test('the oldest due is paid first, across invoices; of two on one day, the earlier invoice', () => {
  const pay = (amount: number) => allocateOldestFirst([second, first], amount);
  expect(pay(600)).toEqual({
    allocations: [
      { invoiceId: 1, amount: 500 },
      { invoiceId: 2, amount: 100 },
    ],
    rest: 0,
  });
  expect(pay(1200).allocations).toEqual([
    { invoiceId: 1, amount: 600 },
    { invoiceId: 2, amount: 600 },
  ]);
  expect(pay(2000).rest).toBe(400);
});

test('what is settled covers an invoice’s own dues in order of their dates', () => {
  const partly = invoice(
    3,
    [
      ['2026-11-02', 500],
      ['2026-09-14', 500],
    ],
    700,
  );
  expect(openDues(partly)).toEqual([
    { dueOn: '2026-09-14', amount: 500, open: 0 },
    { dueOn: '2026-11-02', amount: 500, open: 300 },
  ]);
});

test('an invoice whose open and settled amounts are not its dues is refused rather than guessed', () => {
  expect(() => openDues({ ...first, open: 999 })).toThrow('Invoice 1');
});

const days = fc
  .integer({ min: 0, max: 300 })
  .map((at) => new Date(Date.UTC(2026, 8, 1 + at)).toISOString().slice(0, 10));
const invoices = fc
  .array(
    fc.record({
      dues: fc.array(fc.tuple(days, fc.integer({ min: 0, max: 10_000_000_000_000 })), { minLength: 1, maxLength: 6 }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 8 },
  )
  .map((list) =>
    list.map(({ dues, part }, id) => {
      const total = dues.reduce((sum, [, amount]) => sum + amount, 0);
      return invoice(id, dues, Math.floor(total * part));
    }),
  );

test('a payment is divided without loss, never above an invoice, and no due waits while a later one is paid', () => {
  fc.assert(
    fc.property(invoices, fc.integer({ min: 0, max: 100_000_000_000_000 }), (list, amount) => {
      const { allocations, rest } = allocateOldestFirst(list, amount);
      const paid = new Map(allocations.map((line) => [line.invoiceId, line.amount]));
      expect(paid.size).toBe(allocations.length);
      expect(allocations.reduce((sum, line) => sum + line.amount, rest)).toBe(amount);
      const open = list.reduce((sum, each) => sum + each.open, 0);
      expect(rest).toBe(Math.max(0, amount - open));
      const after = list.map((each) => {
        const part = paid.get(each.id) ?? 0;
        expect(part).toBeLessThanOrEqual(each.open);
        return { ...each, open: each.open - part, settled: each.settled + part };
      });
      const duesOf = (all: OwedInvoice[]) => all.flatMap((each) => openDues(each));
      const [before, now] = [duesOf(list), duesOf(after)];
      const waiting = now.filter((due) => due.open > 0).map(({ dueOn }) => dueOn);
      const touched = now.filter((due, at) => due.open < before[at]!.open).map(({ dueOn }) => dueOn);
      if (waiting.length > 0 && touched.length > 0)
        expect(touched.toSorted().at(-1)! <= waiting.toSorted()[0]!).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
