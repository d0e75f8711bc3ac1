import { and, eq, lte, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { takeBack } from '#kernel/notify.ts';
import { incomingMessages } from '../contact.schema.ts';
import { findReply } from './find-reply.ts';
import { isUnread, visibleTo } from './visible-replies.ts';

/** Marks a message and those before it from the same number as read, for everybody. */
export async function markRead(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { institutionId, channel, address, isErased } = await findReply(tx, actor, id);
  await tx
    .update(incomingMessages)
    .set({ readAt: sql`now()`, readBy: actor.accountId })
    .where(
      and(
        visibleTo(actor),
        eq(incomingMessages.institutionId, institutionId),
        isErased ? eq(incomingMessages.id, id) : eq(incomingMessages.address, address),
        eq(incomingMessages.channel, channel),
        lte(incomingMessages.id, id),
        isUnread,
      ),
    );
  await takeBack(tx, institutionId, `reply:${address}`);
}

/** So that it is not forgotten. */
export async function markUnread(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { institutionId } = await findReply(tx, actor, id);
  await tx
    .update(incomingMessages)
    .set({ readAt: null, readBy: null })
    .where(and(eq(incomingMessages.institutionId, institutionId), eq(incomingMessages.id, id)));
}
