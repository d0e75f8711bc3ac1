/** Words of what students owe and pay, with their names on the screen. */
export const invoiceKinds = {
  fee: 'Fee',
  item: 'Optional item',
  single: 'Single invoice',
  fine: 'Fine',
  opening: 'Opening balance',
  correction: 'Correction',
} as const;
export type InvoiceKind = keyof typeof invoiceKinds;

export const creditNoteKinds = {
  correction: 'Correction',
  cancellation: 'Cancellation',
  write_off: 'Write-off',
} as const;
export type CreditNoteKind = keyof typeof creditNoteKinds;

export const channels = {
  cash: 'Cash',
  transfer: 'Transfer',
  pos: 'POS',
  cheque: 'Cheque',
  gateway: 'Online',
  waiver: 'Waiver',
  opening: 'Opening credit',
} as const;
export type Channel = keyof typeof channels;

/** Channels of money that a cashier takes. */
export const counterChannels = ['cash', 'transfer', 'pos', 'cheque'] as const;
export type CounterChannel = (typeof counterChannels)[number];

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

/** What late payment costs; amounts in minor units, percentages in hundredths of a percent. */
export interface FineRule {
  how: 'once' | 'daily' | 'percent';
  amount?: number;
  percent?: number;
  graceDays: number;
  cap: number | null;
}

/** `INV-000123`. */
export const invoiceNumber = (number: number) => `INV-${pad(number)}`;
/** `RCT-000123`. */
export const receiptNumber = (number: number) => `RCT-${pad(number)}`;
/** `CRN-000123`. */
export const creditNoteNumber = (number: number) => `CRN-${pad(number)}`;

const pad = (number: number) => String(number).padStart(6, '0');
