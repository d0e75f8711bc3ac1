import { and, eq, inArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { onlineReviews } from '../gateways.schema.ts';

export type Review = typeof onlineReviews.$inferSelect;

/** NotFound for those who can't see payments. */
export async function findReview(db: Db, actor: Actor, id: number): Promise<Review> {
  const seen = institutionsWhere(actor, 'payments.view', 'payments.place');
  const [row] = await db
    .select()
    .from(onlineReviews)
    .where(and(inArray(onlineReviews.institutionId, seen), eq(onlineReviews.id, id)));
  if (!row) throw new NotFound('payment');
  return row;
}
