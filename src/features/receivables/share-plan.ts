import { allocateOldestFirst } from '#kernel/fees/allocate.ts';
import type { OpenInvoice } from './open-invoices.ts';
import type { Share } from './receive-payment.ts';

/** One student's part of a payment on the oldest dues first; `invoices` are the student's open ones. */
export const shareOldestFirst = (studentId: number, amount: number, invoices: OpenInvoice[]): Share => ({
  ...{ studentId, amount },
  allocations: allocateOldestFirst(
    invoices.filter((invoice) => invoice.studentId === studentId),
    amount,
  ).allocations,
});
