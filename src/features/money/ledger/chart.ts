/** The kinds of accounts, in the order of a trial balance. */
export const accountKinds = {
  asset: 'Asset',
  liability: 'Liability',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expense',
} as const;
export type AccountKind = keyof typeof accountKinds;

/** The accounts that the product posts to; every institution has one of each. */
export type AccountRole =
  | 'cash'
  | 'pos'
  | 'transfer'
  | 'cheque'
  | 'gateway'
  | 'bank'
  | 'receivable'
  | 'credit'
  | 'refunds'
  | 'suspense'
  | 'opening'
  | 'income'
  | 'fine'
  | 'discount'
  | 'scholarship'
  | 'waiver'
  | 'write_off'
  | 'difference'
  | 'orders'
  | 'pin_sales'
  | 'application_fees'
  | 'acceptance_fees'
  | 'bank_charges';

/** Accounts whose balance is the sum of documents: invoices, payments, refunds and orders. Nobody posts to them by hand. */
export const documentRoles: readonly AccountRole[] = ['receivable', 'credit', 'refunds', 'suspense', 'orders'];
