import { ownOrAll, type Columns } from '#features/money/payments/payments.access.ts';

export const maySeeDays = ['payments.take', 'payments.approveDay', 'payments.view'] as const;

/** Cashiers see their own days. */
export const visibleDays = (columns: Columns) =>
  ownOrAll(columns, ['payments.approveDay', 'payments.view'], ['payments.take']);
