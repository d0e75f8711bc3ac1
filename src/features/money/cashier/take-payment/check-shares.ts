import { allocateOldestFirst } from '#features/money/invoices/dues/allocate.ts';
import { ValidationError } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import type { OpenInvoice } from '#features/money/invoices/open-invoices.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import type { Share } from '#features/money/payments/receive-payment.ts';
import type { WantedShare } from './payment-fields.ts';

/**
 * The shares as they are posted, from the locked invoices: what the cashier saw must still be open, and what is left of
 * a share pays whatever else that child owes before it becomes credit.
 */
export function checkShares(wanted: WantedShare[], open: OpenInvoice[], currency: string): Share[] {
  const inWords = (minor: number) => formatMoney({ minor, currency });
  if (new Set(wanted.map(({ student_id }) => student_id)).size < wanted.length)
    throw new ValidationError('shares', 'A child is listed twice. Reload the page.');
  return wanted.map(({ student_id, amount, allocations }): Share => {
    const own = open.filter(({ studentId }) => studentId === student_id);
    const left = new Map(own.map((invoice) => [invoice.id, { ...invoice }]));
    const parts = new Map<number, number>();
    for (const { invoice_id, amount: part, open: seen } of allocations) {
      const invoice = left.get(invoice_id);
      if (!invoice || parts.has(invoice_id))
        throw new ValidationError('open', 'One of these invoices has been settled meanwhile. Check the new figures.');
      if (invoice.open !== seen)
        throw new ValidationError(
          'open',
          `${invoiceNumber(invoice.number)} now has ${inWords(invoice.open)} open, not ${inWords(seen)}. Check the new figures.`,
        );
      if (part > invoice.open)
        throw new ValidationError('shares', `${invoiceNumber(invoice.number)} has only ${inWords(invoice.open)} open.`);
      parts.set(invoice_id, part);
      invoice.open -= part;
      invoice.settled += part;
    }
    const allocated = [...parts.values()].reduce((sum, part) => sum + part, 0);
    if (allocated > amount)
      throw new ValidationError(
        'shares',
        `${inWords(allocated)} is put on invoices, but only ${inWords(amount)} is paid.`,
      );
    const rest = allocateOldestFirst(
      [...left.values()].filter(({ open: still }) => still > 0),
      amount - allocated,
    );
    for (const { invoiceId, amount: part } of rest.allocations)
      parts.set(invoiceId, (parts.get(invoiceId) ?? 0) + part);
    return {
      studentId: student_id,
      amount,
      allocations: Array.from(parts, ([invoiceId, part]) => ({ invoiceId, amount: part })),
    };
  });
}
