import { and, eq } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf, type Db, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { attendanceCodes } from '../attendance.schema.ts';

const isVisible = (actor: Actor, id: number) =>
  and(isOneOf(attendanceCodes.institutionId, institutionsWhere(actor, 'attendance.edit')), eq(attendanceCodes.id, id));

/** An own code that the actor can change, for its form. */
export async function findCode(db: Db, actor: Actor, id: number) {
  const [found] = await db.select().from(attendanceCodes).where(isVisible(actor, id));
  if (!found) throw new NotFound('code');
  return found;
}

/** The same, locked until the end of the transaction. */
export async function lockCode(tx: Tx, actor: Actor, id: number) {
  const [found] = await tx.select().from(attendanceCodes).where(isVisible(actor, id)).for('no key update');
  if (!found) throw new NotFound('code');
  return found;
}
