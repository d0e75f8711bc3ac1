import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { onlineReviews } from '../gateways.schema.ts';
import type { ReviewState } from '../gateways.ts';
import type { Review } from './find-review.ts';

interface Decision {
  state: Exclude<ReviewState, 'open'>;
  note?: string;
}

/** Ends a review. It is locked last, behind what it is about: one decision wins. */
export async function decideReview(
  tx: Tx,
  actor: Actor,
  { institutionId, id }: Pick<Review, 'institutionId' | 'id'>,
  decision: Decision,
): Promise<void> {
  const where = and(eq(onlineReviews.institutionId, institutionId), eq(onlineReviews.id, id));
  const [locked] = await tx.select().from(onlineReviews).where(where).for('no key update');
  if (locked!.state !== 'open') throw new ValidationError('form', 'Somebody has decided this already.');
  await tx
    .update(onlineReviews)
    .set({ ...decision, decidedAt: new Date(), decidedBy: actor.accountId })
    .where(where);
}
