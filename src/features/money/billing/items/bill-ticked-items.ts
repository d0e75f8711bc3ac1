import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';
import { countOf } from '#ui/format.ts';
import { lockFeeToBill } from '../runs/lock-fee.ts';
import { proposalsShown } from '../runs/ticked.ts';
import { billItems } from './bill-items.ts';
import { cellsUpTo } from './cell-fields.ts';

export const BillTickedItems = z.object({ items: cellsUpTo(proposalsShown) });

/** Bills ticked items that were chosen after the fee was billed. Returns how many were. */
export async function billTickedItems(
  tx: Tx,
  actor: Actor,
  feeId: number,
  { items }: z.output<typeof BillTickedItems>,
): Promise<number> {
  const fee = await lockFeeToBill(tx, actor, feeId);
  const { institutionId, title } = fee;
  if (fee.endedAt) throw new Conflict(`${title} has ended, so it can’t be billed.`);
  if (items.length === 0) throw new ValidationError('form', 'Tick the items to bill.');
  const studentIds = [...new Set(items.map(({ studentId }) => studentId))];
  await lockStudents(tx, actor, studentIds);
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  const { count, total } = await billItems(tx, actor, fee, items, day);
  if (count === 0) throw new ValidationError('form', 'These items were billed or removed meanwhile. Reload the page.');
  await record(tx, actor, 'fees.billItems', {
    institutionId,
    summary: `billed ${countOf(count, 'optional item')} of ${title}`,
    subject: { type: 'fee', id: feeId },
    details: { students: studentIds, total },
  });
  return count;
}
