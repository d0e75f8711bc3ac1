import { and, count, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { withTable } from '#kernel/database/with-table.ts';
import type { Db } from '#kernel/database.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { daysBetween, filterBy } from '#kernel/list/filters.ts';
import { searchIn, searchText } from '#kernel/list/search.ts';
import { choice } from '#kernel/schemas.ts';
import { incomingMessages } from '../contact.schema.ts';
import { incomingKinds, replyStates } from './incoming-kinds.ts';
import { peopleOf } from './people-of.ts';
import { isUnread, isUnverified, numberVisibleTo, visibleParts } from './visible-replies.ts';

const inText = searchIn(incomingMessages.body);
const inNumber = searchIn(incomingMessages.address);

/** What came in by SMS and WhatsApp, latest first: everything, or the answers to what one wrote. */
export const replyList = declareList({
  id: incomingMessages.id,
  visible: visibleParts,
  filters: {
    // A number is found by people who can see it.
    q: filterBy(searchText, (text, table, context) =>
      or(inText.where(text, table, context), and(numberVisibleTo(context.actor), inNumber.where(text, table, context))),
    ),
    state: filterBy(choice(replyStates), (state) =>
      state === 'unread' ? isUnread : isNotNull(incomingMessages.readAt),
    ),
    kind: filterBy(choice(incomingKinds), (kind) => eq(incomingMessages.kind, kind)),
    ...daysBetween(incomingMessages.receivedAt),
  },
  select: (db, actor) =>
    db
      .select({
        id: incomingMessages.id,
        institutionId: incomingMessages.institutionId,
        channel: incomingMessages.channel,
        address: sql<string | null>`case when ${numberVisibleTo(actor)} then ${incomingMessages.address} end`,
        body: incomingMessages.body,
        kind: incomingMessages.kind,
        isAnswered: sql<boolean>`coalesce(${incomingMessages.isAnswered}, exists (select from contact_answers a
          where a.institution_id = ${withTable(incomingMessages.institutionId)} and a.incoming_id = ${withTable(incomingMessages.id)}))`,
        isUnread: sql<boolean>`${isUnread}`,
        isUnverified,
        receivedAt: sql<string>`to_char(${incomingMessages.receivedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
        people: peopleOf(actor),
      })
      .from(incomingMessages),
});
export type ReplyRow = Awaited<ReturnType<typeof replyList.readPage>>['rows'][number];

/** How many wait to be read. */
export async function unreadReplies(db: Db, actor: Actor, wanted?: number): Promise<number> {
  const counts = await Promise.all(
    visibleParts(actor, wanted).map(({ where }) =>
      db.select({ n: count() }).from(incomingMessages).where(and(where, isUnread)),
    ),
  );
  return counts.reduce((sum, [row]) => sum + row!.n, 0);
}
