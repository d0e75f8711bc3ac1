import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { guardians } from '#features/people/people.schema.ts';
import { visibleTo } from './guardians.policy.ts';

/** The guardian's row, locked, or NotFound for whom the actor may not see. */
export async function lockGuardian(tx: Tx, actor: Actor, guardianId: number) {
  const [row] = await tx
    .select()
    .from(guardians)
    .where(and(visibleTo(actor, guardians), eq(guardians.id, guardianId)))
    .for('no key update');
  if (!row) throw new NotFound('guardian');
  return row;
}
