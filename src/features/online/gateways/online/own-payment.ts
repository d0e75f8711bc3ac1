import { and, eq, inArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { onlinePayments } from '../gateways.schema.ts';

export type OnlinePayment = typeof onlinePayments.$inferSelect;

/** The online payments that the actor started. Their pages are nobody else's. */
export const startedBy = (actor: Actor) =>
  and(
    inArray(onlinePayments.institutionId, institutionsWhere(actor, 'fees.viewSelf')),
    eq(onlinePayments.accountId, actor.accountId ?? 0),
  );

const isOwn = (actor: Actor, id: number) => and(startedBy(actor), eq(onlinePayments.id, id));

export async function ownPayment(db: Db, actor: Actor, id: number): Promise<OnlinePayment> {
  const [row] = await db.select().from(onlinePayments).where(isOwn(actor, id));
  if (!row) throw new NotFound('payment');
  return row;
}

export async function lockOwnPayment(tx: Tx, actor: Actor, id: number): Promise<OnlinePayment> {
  const [row] = await tx.select().from(onlinePayments).where(isOwn(actor, id)).for('no key update');
  if (!row) throw new NotFound('payment');
  return row;
}

export const whereOnline = ({ institutionId, id }: Pick<OnlinePayment, 'institutionId' | 'id'>) =>
  and(eq(onlinePayments.institutionId, institutionId), eq(onlinePayments.id, id));
