import type { Due } from '#features/money/fees/amounts/instalments.ts';
import { wholeNumber } from '#features/money/fees/amounts/percent.ts';
import type { Day } from '#kernel/dates.ts';

/** An issued invoice. `open` and `settled` together are the sum of its dues. */
export interface OwedInvoice {
  id: number;
  open: number;
  dues: readonly Due[];
  /** Payments, credit notes and the like so far; they cover the dues from the earliest. */
  settled: number;
}

interface OpenDue extends Due {
  /** Of `amount`. */
  open: number;
}

interface Allocation {
  invoiceId: number;
  amount: number;
}

/** The dues of an invoice by date, with what is still open of each. */
export function openDues({ id, open, settled, dues }: OwedInvoice): OpenDue[] {
  const total = dues.reduce((sum, { amount }) => sum + wholeNumber(amount), 0);
  if (wholeNumber(open) + wholeNumber(settled) !== total)
    throw new RangeError(`Invoice ${id}: ${open} open and ${settled} settled are not its dues of ${total}.`);
  let covered = settled;
  return dues.toSorted(byDate).map(({ dueOn, amount }) => {
    const paid = Math.min(covered, amount);
    covered -= paid;
    return { dueOn, amount, open: amount - paid };
  });
}

/** Distributes a payment over invoices, the oldest due first. `rest` is what nothing was owed for. */
export function allocateOldestFirst(
  invoices: readonly OwedInvoice[],
  amount: number,
): { allocations: Allocation[]; rest: number } {
  const dues = invoices
    .flatMap((invoice) => openDues(invoice).map((due) => ({ ...due, invoiceId: invoice.id })))
    .toSorted((a, b) => byDate(a, b) || a.invoiceId - b.invoiceId);
  const paid = new Map<number, number>();
  let rest = wholeNumber(amount);
  for (const { invoiceId, open } of dues) {
    const part = Math.min(rest, open);
    rest -= part;
    if (part > 0) paid.set(invoiceId, (paid.get(invoiceId) ?? 0) + part);
  }
  return { allocations: Array.from(paid, ([invoiceId, part]) => ({ invoiceId, amount: part })), rest };
}

const byDate = (a: Due, b: Due) => (a.dueOn < b.dueOn ? -1 : Number(a.dueOn > b.dueOn));

const oneDay = 86_400_000;

/** Days since the due date: 0 on the day itself, negative before it. */
export function daysOverdue(dueOn: Day, today: Day): number {
  const days = (Date.parse(today) - Date.parse(dueOn)) / oneDay;
  if (!Number.isInteger(days)) throw new RangeError(`Expected two days, not ${dueOn} and ${today}.`);
  return days;
}
