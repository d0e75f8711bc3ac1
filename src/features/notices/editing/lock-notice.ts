import { and, eq, inArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { notices } from '../notices.schema.ts';

export async function lockNotice(tx: Tx, actor: Actor, id: number) {
  const [notice] = await tx
    .select()
    .from(notices)
    .where(and(inArray(notices.institutionId, institutionsWhere(actor, 'notices.edit')), eq(notices.id, id)))
    .for('no key update');
  if (!notice) throw new NotFound('notice');
  return notice;
}
