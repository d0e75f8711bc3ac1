/** How money comes in, with the names on the screen: each has an account in the books. */
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
