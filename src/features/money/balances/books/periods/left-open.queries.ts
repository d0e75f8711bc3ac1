import { sql } from 'drizzle-orm';
import { dayIn } from '#kernel/database/day-in.ts';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';

/** What is still open in a period that is to be closed, by kind. */
export interface LeftOpen extends Record<string, number> {
  uncounted: number;
  unapproved: number;
  cheques: number;
  unidentified: number;
  reviews: number;
  bankLines: number;
  /** Journal entries that wait for approval: they can't be posted once their day is closed. */
  entries: number;
}

export async function leftOpen(db: Db, institutionId: number, through: Day): Promise<LeftOpen> {
  const here = sql`institution_id = ${institutionId}`;
  const inPeriod = sql`${here} and day <= ${through}`;
  const count = (from: ReturnType<typeof sql>) => sql`(select count(*)::int from ${from})`;
  const [row] = await query<LeftOpen>(
    db,
    sql`select
      ${count(sql`cashier_days where ${inPeriod} and closed_at is null`)} as uncounted,
      ${count(sql`cashier_days where ${inPeriod} and closed_at is not null and approved_at is null`)} as unapproved,
      ${count(sql`payments where ${inPeriod} and status = 'pending' and channel = 'cheque'`)} as cheques,
      ${count(sql`payments where ${inPeriod} and in_suspense`)} as unidentified,
      ${count(sql`online_reviews where ${here} and state = 'open' and ${dayIn(institutionId, sql`created_at`)} <= ${through}`)} as reviews,
      ${count(sql`bank_lines where ${inPeriod} and state = 'open'`)} as "bankLines",
      ${count(sql`approvals where ${here} and kind = 'ledger.post' and outcome is null and expires_at > now()
        and payload ->> 'day' <= ${through}`)} as entries`,
  );
  return row!;
}
