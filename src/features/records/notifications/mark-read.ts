import { and, eq, isNull, lte, notLike, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { notifications } from '#kernel/tables.ts';
import { visibleTo } from './notifications.queries.ts';

/** The latest notification the user has seen; newer ones stay unread. */
export const UpTo = z.object({ until: id });

/* Inboxes are private, so reading and dismissing notifications is not recorded in the audit log.
 */

export async function markRead(tx: Tx, actor: Actor, notificationId: number): Promise<void> {
  await lock(tx, actor, notificationId);
  await tx
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(visibleTo(actor), eq(notifications.id, notificationId), isNull(notifications.readAt)));
}

export async function markAllRead(tx: Tx, actor: Actor, { until }: z.infer<typeof UpTo>): Promise<void> {
  await tx
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(visibleTo(actor), lte(notifications.id, until), isNull(notifications.readAt)));
}

/** The page in view, as notifications link to it. */
export const OfPage = UpTo.extend({
  href: z
    .string()
    .max(500)
    .regex(/^\/(?![/\\])/),
});

/**
 * Marks notifications that link to the page in view as read. Security notices are excluded: their page does not show
 * what they say.
 */
export async function markPageRead(tx: Tx, actor: Actor, { href, until }: z.infer<typeof OfPage>): Promise<void> {
  await tx
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(
      and(
        visibleTo(actor),
        eq(notifications.href, href),
        notLike(notifications.kind, 'security.%'),
        lte(notifications.id, until),
        isNull(notifications.readAt),
      ),
    );
}

/** Dismisses a notification, which hides it everywhere. */
export async function dismiss(tx: Tx, actor: Actor, notificationId: number): Promise<void> {
  await lock(tx, actor, notificationId);
  await tx
    .update(notifications)
    .set({ dismissedAt: sql`now()`, readAt: sql`coalesce(${notifications.readAt}, now())` })
    .where(and(visibleTo(actor), eq(notifications.id, notificationId)));
}

async function lock(tx: Tx, actor: Actor, notificationId: number): Promise<void> {
  const [row] = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(visibleTo(actor), eq(notifications.id, notificationId)))
    .for('no key update');
  if (!row) throw new NotFound('notification');
}
