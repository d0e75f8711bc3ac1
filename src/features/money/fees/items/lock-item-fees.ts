import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import type { FoundFee } from '../billing/find-fee.ts';
import { lockFeeToBill } from '../billing/lock-fee.ts';
import { feeParticulars } from '../fees.schema.ts';
import type { Cell } from './billed-items.ts';

/** The fees of the items, by id, with the names of the items that were asked for. */
export async function lockItemFees(tx: Tx, actor: Actor, wanted: Cell[]) {
  const ids = [...new Set(wanted.map(({ particularId }) => particularId))];
  const items = await tx
    .select({ id: feeParticulars.id, feeId: feeParticulars.feeId, name: feeParticulars.name })
    .from(feeParticulars)
    .where(and(inArray(feeParticulars.id, ids), eq(feeParticulars.isOptional, true)))
    .orderBy(feeParticulars.feeId, feeParticulars.id);
  if (items.length !== ids.length) throw new NotFound('optional item');
  const fees: { fee: FoundFee; names: Map<number, string> }[] = [];
  for (const [feeId, own] of Map.groupBy(items, (item) => item.feeId)) {
    const fee = await lockFeeToBill(tx, actor, feeId);
    if (fee.endedAt) throw new Conflict(`${fee.title} has ended, so its optional items can’t be changed.`);
    fees.push({ fee, names: new Map(own.map((item) => [item.id, item.name])) });
  }
  return fees;
}
