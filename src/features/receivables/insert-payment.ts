import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import type { Day } from '#kernel/dates.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { documentCode } from './issue-invoices.ts';
import { payments, paymentShares } from './payments.schema.ts';
import type { Channel } from './receivables.ts';

/** What one student gets of a payment, and which invoices it settles; the rest is credit. */
export interface Share {
  studentId: number;
  amount: number;
  allocations: { invoiceId: number; amount: number }[];
}

export interface NewPayment {
  channel: Channel;
  provider?: string;
  reference?: string | null;
  referenceAgain?: number;
  amount: number;
  /** The day of the money. */
  day: Day;
  payerName?: string | null;
  payerContact?: string | null;
  note?: string | null;
  chequeBank?: string | null;
  chequeDate?: Day | null;
  cashierDayId?: number | null;
  isTest?: boolean;
  /** They sum to the amount; none if nobody knows whose it is: then it waits in suspense. */
  shares: Share[];
}

/** A payment with its shares; nothing is posted. */
export async function insertPayment(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  { shares, ...payment }: NewPayment,
  status: 'pending' | 'successful',
): Promise<number> {
  const shared = shares.reduce((sum, { amount }) => sum + amount, 0);
  if (shares.length > 0 && shared !== payment.amount) throw new Error(`Shares of ${shared} for ${payment.amount}.`);
  const [row] = await refuseDuplicate(
    tx
      .insert(payments)
      .values({
        ...payment,
        ...{ institutionId, status, accountId: actor.accountId, code: documentCode(), inSuspense: shares.length === 0 },
        currency: sql`(select currency from institutions where id = ${institutionId})`,
      })
      .returning({ id: payments.id }),
    { payments_reference: ['reference', 'A payment with this reference has just been recorded. Check it first.'] },
  );
  await insertMany(
    tx,
    paymentShares,
    shares.map(({ studentId, amount }) => ({ institutionId, paymentId: row!.id, studentId, amount })),
  );
  return row!.id;
}
