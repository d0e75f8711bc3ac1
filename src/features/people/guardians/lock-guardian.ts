import { and, eq } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { guardians } from '#features/records/people/people.schema.ts';
import { visibleTo } from './guardians.policy.ts';

/** Locks the guardian's row; NotFound if the actor can't see the guardian. */
export async function lockGuardian(tx: Tx, actor: Actor, guardianId: number) {
  const [row] = await tx
    .select()
    .from(guardians)
    .where(and(visibleTo(actor, guardians), eq(guardians.id, guardianId)))
    .for('no key update');
  if (!row) throw new NotFound('guardian');
  return row;
}

/** Guardians see all of a child's record without a log entry, so no one can make themselves a guardian. */
export function refuseOwnRecord(
  actor: Actor,
  { institutionId, id }: { institutionId: number; id: number },
  field = 'form',
): void {
  if (membershipIn(actor, institutionId)?.guardianIds.includes(id))
    throw new ValidationError(field, 'This is your own record as a guardian. Ask a colleague to do this.');
}
