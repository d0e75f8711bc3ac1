import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { CounterChannel } from '#features/money/ledger/channels.ts';

export interface DayDifference extends Record<string, unknown> {
  id: number;
  channel: CounterChannel;
  amount: number;
  how: 'posted' | 'payment' | null;
  reason: string | null;
  explainedBy: string | null;
  paymentId: number | null;
  receipt: number | null;
}

/** The differences of a day, with what explains them. */
export async function differencesOf(db: Db, institutionId: number, dayId: number): Promise<DayDifference[]> {
  const rows = await query<DayDifference>(
    db,
    sql`select f.id::int as id, f.channel, f.amount, f.how, f.reason, a.name as "explainedBy", f.payment_id::int as "paymentId",
        p.receipt_number as receipt
      from cashier_differences f left join accounts a on a.id = f.explained_by
      left join payments p on (p.institution_id, p.id) = (f.institution_id, f.payment_id)
      where f.institution_id = ${institutionId} and f.day_id = ${dayId} order by f.id`,
  );
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}
