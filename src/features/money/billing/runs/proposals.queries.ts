import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { recentCorrections, toCorrect, type RecentCorrection } from '../corrections/corrections.queries.ts';
import { unbilledItems } from '../items/billed-items.ts';
import { findFee } from './find-fee.ts';
import { named, type Named } from './named-student.ts';
import { proposalsShown } from './ticked.ts';
import { audienceWithBills, billedOutside } from './unbilled.ts';

export interface ToBill extends Named {
  /** It had a bill that was cancelled: a run leaves it out. */
  wasCancelled: boolean;
}
export interface ToCredit extends Named {
  /** The first of the invoices; the others are of optional items. */
  number: number;
  invoices: number;
  /** What is not credited yet. */
  amount: number;
  settled: number;
}

/** Chosen after the student was billed. */
export interface ItemToBill extends Named {
  key: string;
  particularId: number;
  name: string;
  amount: number;
}

/** Students without a bill whom the fee is for, billed students who have left its audience, and amounts that changed. */
export async function proposalsOf(tx: Tx, actor: Actor, feeId: number) {
  const fee = await findFee(tx, actor, feeId);
  const student = (of: ReturnType<typeof sql>) =>
    sql`join students s on s.institution_id = ${fee.institutionId} and s.id = ${of}`;
  const toBill = await bounded(proposalsShown, async (limit) => {
    const rows = await query<ToBill>(
      tx,
      render(sql`
      select ${named}, a."wasCancelled" from (${audienceWithBills(fee)}) a ${student(sql`a."studentId"`)}
      where not a."isBilled" order by s.batch_name nulls last, s.sort_name, s.id limit ${limit}`),
    );
    return rows;
  });
  const toCredit = await bounded(proposalsShown, async (limit) => {
    const rows = await query<ToCredit>(
      tx,
      render(sql`
      select ${named}, o.number, o.invoices, o.amount, o.settled
      from (select i."studentId", min(i.number) as number, count(*)::int as invoices,
          sum(i.total - i.credited)::bigint as amount, sum(i.settled)::bigint as settled
        from (${billedOutside(fee)}) i group by 1) o ${student(sql`o."studentId"`)}
      order by s.batch_name nulls last, s.sort_name, s.id limit ${limit}`),
    );
    return rows;
  });
  const items = await bounded(proposalsShown, async (limit) => {
    const rows = await query<ItemToBill>(
      tx,
      render(sql`
      select ${named}, s.id || '-' || u."particularId" as key, u."particularId", u.name, u.amount
      from (${unbilledItems(fee.institutionId, fee.id)}) u ${student(sql`u."studentId"`)}
      order by s.batch_name nulls last, s.sort_name, s.id, u."particularId" limit ${limit}`),
    );
    return rows;
  });
  const corrections = await query<RecentCorrection>(tx, recentCorrections(fee));
  const { id, institutionId, title } = fee;
  const { currency } = membershipIn(actor, institutionId)!;
  return {
    fee: { id, institutionId, title, currency, isEnded: fee.endedAt !== null },
    toBill,
    toCredit,
    items,
    corrections,
    toCorrect: await toCorrect(tx, actor, fee),
  };
}
export type Proposals = Awaited<ReturnType<typeof proposalsOf>>;
