import { eq } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { institutions } from './institutions.schema.ts';

/** The institution's row, locked, for whom may change it; NotFound for whom may not see it. */
export async function lockInstitution(tx: Tx, actor: Actor, institutionId: number) {
  // Asked here and not in the query: an address may name a number that no institution's id can be.
  if (!institutionsWhere(actor, 'institutions.view').includes(institutionId)) throw new NotFound('institution');
  allow(actor, 'institutions.edit', institutionId);
  const [row] = await tx.select().from(institutions).where(eq(institutions.id, institutionId)).for('no key update');
  if (!row) throw new NotFound('institution');
  return row;
}
