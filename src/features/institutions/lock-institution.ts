import { and, eq, inArray } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { institutions } from './institutions.schema.ts';

/** The institution's row, locked, for whom may change it; NotFound for whom may not see it. */
export async function lockInstitution(tx: Tx, actor: Actor, institutionId: number) {
  const [row] = await tx
    .select()
    .from(institutions)
    .where(
      and(inArray(institutions.id, institutionsWhere(actor, 'institutions.view')), eq(institutions.id, institutionId)),
    )
    .for('update');
  if (!row) throw new NotFound('institution');
  allow(actor, 'institutions.edit', institutionId);
  return row;
}
