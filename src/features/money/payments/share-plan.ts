import { allocateOldestFirst } from '#features/money/invoices/dues/allocate.ts';
import type { OpenInvoice } from '#features/money/invoices/open-invoices.ts';
import type { Share } from './receive-payment.ts';

/**
 * One student's part of a payment, first on the invoices it was meant for, then on the oldest dues. What was paid
 * meanwhile is left out, and the rest is credit.
 */
export function shareAsPlanned(
  studentId: number,
  amount: number,
  invoices: OpenInvoice[],
  planned: readonly { invoiceId: number; amount: number }[],
): Share {
  const own = invoices.filter((invoice) => invoice.studentId === studentId);
  const given = new Map<number, number>();
  let rest = amount;
  for (const { invoiceId, amount: wanted } of planned) {
    const part = Math.min(wanted, rest, own.find(({ id }) => id === invoiceId)?.open ?? 0);
    rest -= part;
    if (part > 0) given.set(invoiceId, part);
  }
  const left = own.map((invoice) => {
    const part = given.get(invoice.id) ?? 0;
    return { ...invoice, open: invoice.open - part, settled: invoice.settled + part };
  });
  for (const { invoiceId, amount: part } of shareOldestFirst(studentId, rest, left).allocations)
    given.set(invoiceId, (given.get(invoiceId) ?? 0) + part);
  return { studentId, amount, allocations: Array.from(given, ([invoiceId, part]) => ({ invoiceId, amount: part })) };
}

/** One student's part of a payment on the oldest dues first; `invoices` are the student's open ones. */
export const shareOldestFirst = (studentId: number, amount: number, invoices: OpenInvoice[]): Share => ({
  studentId,
  amount,
  allocations: allocateOldestFirst(
    invoices.filter((invoice) => invoice.studentId === studentId),
    amount,
  ).allocations,
});
