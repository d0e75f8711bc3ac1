import { and, eq } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf, type Db, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { messageTemplates } from '../messages.schema.ts';

const isVisible = (actor: Actor, id: number) =>
  and(isOneOf(messageTemplates.institutionId, institutionsWhere(actor, 'messages.send')), eq(messageTemplates.id, id));

/** A template that the actor can change, for its form. */
export async function findTemplate(db: Db, actor: Actor, id: number) {
  const [found] = await db.select().from(messageTemplates).where(isVisible(actor, id));
  if (!found) throw new NotFound('template');
  return found;
}

/** The same, locked until the end of the transaction. */
export async function lockTemplate(tx: Tx, actor: Actor, id: number) {
  const [found] = await tx.select().from(messageTemplates).where(isVisible(actor, id)).for('update');
  if (!found) throw new NotFound('template');
  return found;
}
