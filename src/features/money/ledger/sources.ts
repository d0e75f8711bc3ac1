/** The documents that are posted, with their names in the journal. */
export const sources = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  allocation: 'Credit applied',
  payment: 'Payment',
  placement: 'Payment identified',
  reversal: 'Payment reversed',
  move: 'Moved to another student',
  refund: 'Refund',
  refund_payout: 'Refund paid',
  deposit: 'Bank deposit',
  day_difference: 'Cash difference',
  order: 'Order fulfilled',
  manual: 'Journal entry',
} as const;
export type Source = keyof typeof sources;
