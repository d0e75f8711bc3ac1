import type { Letterhead } from '#kernel/pdf/letterhead.ts';
import type { Item } from '../figures.ts';

/** A closed reconciliation as it prints. Amounts are minor units. */
export interface ReconciliationSheet {
  letterhead: Letterhead;
  currency: string;
  account: string;
  through: string;
  statementBalance: number;
  bookBalance: number;
  adjusted: number;
  items: Pick<Item, 'kind' | 'day' | 'words' | 'amount' | 'age' | 'explanation' | 'isSettled'>[];
  /** By channel, in words. */
  unseen: { channel: string; count: number; amount: number; oldest: number }[];
  closed: { by: string; at: string };
  /** 'The books differ from these figures by …', or that it was reopened. */
  warnings: string[];
  printedAt: string;
}
