import { eq } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { institutions } from '#kernel/identity.schema.ts';

/** Locks and returns the institution if the actor can edit it; NotFound if they cannot see it. */
export async function lockInstitution(tx: Tx, actor: Actor, institutionId: number) {
  // Checked here, because the address can contain a number outside the range of ids.
  if (!institutionsWhere(actor, 'institutions.view').includes(institutionId)) throw new NotFound('institution');
  allow(actor, 'institutions.edit', institutionId);
  const [row] = await tx.select().from(institutions).where(eq(institutions.id, institutionId)).for('no key update');
  if (!row) throw new NotFound('institution');
  return row;
}
