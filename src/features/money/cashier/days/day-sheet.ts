import type { Letterhead } from '#kernel/pdf/letterhead.ts';

export interface DayChannel {
  /** 'Cash', 'POS'. */
  label: string;
  /** How many receipts, without void ones. */
  receipts: number;
  /** What they received, less what was refunded through this channel. */
  received: number;
  /** In the drawer when the day was opened; 0 for other channels. */
  float: number;
  /** Null while it has not been counted. */
  counted: number | null;
}

export interface DayReceipt {
  number: string;
  /** '08:05 am'. */
  time: string;
  /** Who it was for. */
  name: string;
  channel: string;
  amount: number;
  isVoid: boolean;
}

/** A cashier's day as it prints. Amounts are minor units. */
export interface DaySheet {
  letterhead: Letterhead;
  currency: string;
  cashier: string;
  day: string;
  /** '21 Nov 2026, 08:05 am', from `dateTimeText`. */
  openedAt: string;
  closedAt: string | null;
  approved: { by: string; at: string } | null;
  channels: DayChannel[];
  /** What was counted at first, if the day was counted again: 'Cash ₦5,000.00, …'. */
  firstCount: string | null;
  /** Notes and coins, the largest first; they sum to the cash counted. `value` is in minor units. */
  denominations: { value: number; count: number }[];
  remark: string | null;
  /** The receipts of the day; none are listed if it is empty. */
  receipts: DayReceipt[];
  /** '21 Nov 2026, 05:10 pm'. */
  printedAt: string;
}
