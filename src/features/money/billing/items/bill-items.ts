import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { issueInvoices, totalOf, type InvoiceDraft } from '#features/money/invoices/issue-invoices.ts';
import { discountsOf } from '#features/money/fees/audience/discounts-of.ts';
import { batchesOf, billedFee, type BilledFee } from '../billed-fee.queries.ts';
import { partsOfBill } from '../draft-bills.ts';
import { unbilledItems, type Cell } from './billed-items.ts';

/**
 * Bills chosen items of students who have the fee's invoice already, each with an invoice of its own; what is billed is
 * left out. The fee and the students are locked by the caller, who has checked the permission.
 */
export async function billItems(
  tx: Tx,
  actor: Actor,
  { institutionId, id: feeId }: { institutionId: number; id: number },
  cells: Cell[],
  day: Day,
): Promise<{ count: number; total: number }> {
  const wanted = new Set(cells.map(keyOf));
  const rows = await query<Cell>(
    tx,
    render(sql`select u."studentId", u."particularId" from (${unbilledItems(institutionId, feeId)}) u
      where u."studentId" = any (${sql.param(cells.map(({ studentId }) => studentId))}::bigint[])
      order by u."studentId", u."particularId"`),
  );
  const waiting = rows.filter((row) => wanted.has(keyOf(row)));
  if (waiting.length === 0) return { count: 0, total: 0 };
  const studentIds = [...new Set(waiting.map(({ studentId }) => studentId))];
  const fee = await billedFee(tx, institutionId, feeId);
  const discounts = await discountsOf(tx, institutionId, feeId, studentIds, day);
  const batches = await batchesOf(tx, institutionId, feeId, studentIds);
  const drafts = waiting.map(({ studentId, particularId }): InvoiceDraft => {
    const item = fee.particulars.find(({ id }) => id === particularId)!;
    // A fixed amount is taken off the fee's own invoice.
    const shares = (discounts.get(studentId) ?? []).filter(({ percent }) => percent !== null);
    const instalments = [{ dueOn: nextDue(fee, day) }];
    return {
      studentId,
      kind: 'item',
      title: `${item.name}, ${fee.title}`.slice(0, 160),
      issuedOn: day,
      feeId,
      particularId,
      sessionId: fee.sessionId,
      termId: fee.termId,
      batchId: batches.get(studentId) ?? null,
      // The fine of the fee is charged for its own invoice.
      fineRule: null,
      ...partsOfBill({ ...fee, particulars: [item], instalments }, [particularId], shares, day),
    };
  });
  await issueInvoices(tx, actor, institutionId, drafts);
  return { count: drafts.length, total: drafts.reduce((sum, draft) => sum + totalOf(draft), 0) };
}

export const keyOf = ({ studentId, particularId }: Cell) => `${studentId} ${particularId}`;

/** With the next instalment, or at once when all are past. */
export const nextDue = ({ instalments }: Pick<BilledFee, 'instalments'>, day: Day): Day =>
  instalments.find(({ dueOn }) => dueOn >= day)?.dueOn ?? day;
