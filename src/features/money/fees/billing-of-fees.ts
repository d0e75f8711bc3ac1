import type { SQL } from 'drizzle-orm';
import { asked } from '#kernel/contracts/provided.ts';
import type { Tx } from '#kernel/database.ts';

interface Fee {
  institutionId: number;
  id: number;
}

/** What fees ask of billing, which comes after them. `fee` is the institution and the id of one, as a row of SQL. */
export interface BillingOfFees {
  /** Whether a fee was ever billed, or is about to be. */
  isBilled(tx: Tx, fee: Fee): Promise<boolean>;
  /** One of these particulars that was billed as an optional item. */
  billedItem(tx: Tx, institutionId: number, particularIds: number[]): Promise<number | undefined>;
  /** Number and sums of the invoices of a fee that are not cancelled, as an object. */
  sumsOf(fee: SQL): SQL;
  /** How many students are billed. */
  countOf(fee: SQL): SQL;
}

export const { provide: provideBilled, ask: billed } = asked<BillingOfFees>('what is billed of fees');
