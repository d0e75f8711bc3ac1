/** Words of orders, with their names on the screen. */
export const orderKinds = {
  pins: 'Pins',
  application: 'Application fee',
  acceptance: 'Acceptance fee',
} as const;
export type OrderKind = keyof typeof orderKinds;

export const orderStatuses = {
  created: 'Waiting for payment',
  paid: 'Paid, not fulfilled',
  fulfilled: 'Fulfilled',
  failed: 'Payment failed',
  expired: 'Expired',
  refunded: 'Refunded',
} as const;
export type OrderStatus = keyof typeof orderStatuses;

/** Orders that can still be paid: nothing has been paid for them. */
const payable = ['created', 'failed', 'expired'] as const satisfies OrderStatus[];
export const isPayable = (status: OrderStatus) => (payable as readonly string[]).includes(status);

export const orderProblems = {
  sold_out: 'Sold out before it was paid',
  declined: 'The application no longer needed it',
  paid_twice: 'Paid more than once',
  another_amount: 'A different amount was paid',
} as const;
export type OrderProblem = keyof typeof orderProblems;

/** Channels of a sale at the office. */
export const saleChannels = { cash: 'Cash', pos: 'POS', transfer: 'Transfer' } as const;
export type SaleChannel = keyof typeof saleChannels;

/** How long pins are reserved for an order, and how long a fee can be paid. */
export const waitMinutes = { pins: 30, application: 24 * 60, acceptance: 24 * 60 } as const;

/** `ORD-000123`. */
export const orderNumber = (number: number) => `ORD-${String(number).padStart(6, '0')}`;
