import { documentName } from '#features/money/invoices/invoices.ts';

/** States of payments, with their names on the screen. */
export const paymentStatuses = {
  pending: 'Pending',
  successful: 'Successful',
  failed: 'Failed',
  abandoned: 'Abandoned',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  reversed: 'Reversed',
} as const;
export type PaymentStatus = keyof typeof paymentStatuses;

/** Payments whose money is there. */
export const paidStatuses = ['successful', 'partly_refunded', 'refunded'] as const;

/** `RCT-000123`. */
export const receiptNumber = (number: number) => documentName('RCT', number);

/** How long a cashier undoes an own payment alone; the second is for its way over a thin network and back. */
export const undoWithin = { seconds: 10, networkSeconds: 5 };
