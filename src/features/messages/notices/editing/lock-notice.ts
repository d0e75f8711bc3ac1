import { and, eq, inArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { notices } from '../notices.schema.ts';

const rowFor = (db: Db, actor: Actor, id: number) =>
  db
    .select()
    .from(notices)
    .where(and(inArray(notices.institutionId, institutionsWhere(actor, 'notices.edit')), eq(notices.id, id)));

/** A notice that the actor writes. */
export async function findNoticeRow(db: Db, actor: Actor, id: number) {
  const [notice] = await rowFor(db, actor, id);
  if (!notice) throw new NotFound('notice');
  return notice;
}

export async function lockNotice(tx: Tx, actor: Actor, id: number) {
  const [notice] = await rowFor(tx, actor, id).for('no key update');
  if (!notice) throw new NotFound('notice');
  return notice;
}
