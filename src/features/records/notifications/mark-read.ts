import { and, eq, isNull, lte, notLike, sql, desc, inArray, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, membershipIn } from '#kernel/actor.ts';
import { type Tx, type Db, pick } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { notifications } from '#kernel/tables.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import type { Inbox } from '#web/client/inbox/inbox.ts';

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

const shownInPanel = 10;
// 'More than 99' needs no exact number.
const countedUpTo = 100;

/**
 * The actor's own notifications, in their current institutions, unless dismissed. All notification queries start here.
 */
function visibleTo(actor: Actor, wanted?: number): SQL {
  if (wanted !== undefined && !membershipIn(actor, wanted)) throw new NotFound('institution');
  const ids = actor.institutions.map(({ id }) => id).filter((id) => wanted === undefined || id === wanted);
  return and(
    eq(notifications.accountId, actor.accountId ?? -1),
    inArray(notifications.institutionId, ids),
    isNull(notifications.dismissedAt),
  )!;
}

const columns = {
  ...pick(notifications, 'id', 'institutionId', 'kind', 'title', 'body', 'href'),
  at: sql<string>`to_char(${notifications.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  isRead: sql<boolean>`${notifications.readAt} is not null`,
};

/** One's notifications, the latest first. */
export const notificationList = declareList({
  id: notifications.id,
  visible: (actor, wanted) => [{ where: visibleTo(actor, wanted) }],
  filters: { show: filterBy(z.enum(['unread']), () => isNull(notifications.readAt)) },
  select: (db) => db.select(columns).from(notifications),
});

/** The bell: the number of unread notifications, and the latest ones. */
export async function inboxOf(db: Db, actor: Actor): Promise<Inbox> {
  const [[counted], latest] = await Promise.all([
    db.select({ unread: sql<number>`count(*)::int` }).from(
      db
        .select({ id: notifications.id })
        .from(notifications)
        .where(and(visibleTo(actor), isNull(notifications.readAt)))
        .limit(countedUpTo)
        .as('unread'),
    ),
    db.select(columns).from(notifications).where(visibleTo(actor)).orderBy(desc(notifications.id)).limit(shownInPanel),
  ]);
  return { accountId: actor.accountId!, unread: counted!.unread, latest };
}
