import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { notifications } from '#kernel/tables.ts';
import type { Inbox } from '#web/client/inbox/inbox.ts';

const shownInPanel = 10;
// 'More than 99' needs no exact number.
const countedUpTo = 100;

/**
 * The actor's own notifications, in their current institutions, unless dismissed. All notification queries start here.
 */
export function visibleTo(actor: Actor, wanted?: number): SQL {
  if (wanted !== undefined && !membershipIn(actor, wanted)) throw new NotFound('institution');
  const ids = actor.institutions.map(({ id }) => id).filter((id) => wanted === undefined || id === wanted);
  return and(
    eq(notifications.accountId, actor.accountId ?? -1),
    inArray(notifications.institutionId, ids),
    isNull(notifications.dismissedAt),
  )!;
}

const columns = {
  id: notifications.id,
  institutionId: notifications.institutionId,
  kind: notifications.kind,
  title: notifications.title,
  body: notifications.body,
  href: notifications.href,
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
