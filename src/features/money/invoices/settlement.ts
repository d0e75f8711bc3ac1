import type { SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { asked } from '#kernel/contracts/provided.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';

/** What invoices ask of the payments above them. `invoice` is the institution and the id of one, as a row of SQL. */
export interface Settlement {
  /** Pays what students owe with what they have paid in advance. The students are locked. */
  applyCredit(tx: Tx, actor: Actor, institutionId: number, studentIds: number[], day: Day): Promise<void>;
  /** Takes payments back from an invoice until so much of it is free. Student and invoice are locked. */
  releaseInvoice(
    tx: Tx,
    actor: Actor,
    institutionId: number,
    part: { invoiceId: number; amount: number; day: Day },
  ): Promise<void>;
  /** The payments that settle an invoice, as rows of `SettledBy`. */
  paymentsOf(invoice: SQL): SQL;
  /** How much of it was waived. */
  waivedOf(invoice: SQL): SQL;
}

export const { provide: provideSettlement, ask: settlement } = asked<Settlement>('what settles invoices');
