import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { fees } from '#features/money/fees/fees.schema.ts';
import { findFee, type FoundFee } from './find-fee.ts';

/** A fee that the actor can bill; it stays as it is meanwhile. */
export async function lockFeeToBill(tx: Tx, actor: Actor, feeId: number): Promise<FoundFee> {
  const { institutionId } = await findFee(tx, actor, feeId);
  const [locked] = await tx
    .select({ id: fees.id })
    .from(fees)
    .where(and(eq(fees.institutionId, institutionId), eq(fees.id, feeId)))
    .for('share');
  if (!locked) throw new NotFound('fee');
  return findFee(tx, actor, feeId);
}
