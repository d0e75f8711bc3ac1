import { and, eq, sql, type SQLWrapper } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { searchIn, searchText } from '#kernel/list/search.ts';
import { choice } from '#kernel/schemas.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { messageTotals, messages, type OutboxState } from '#kernel/messages/messages.schema.ts';
import { isSourceVisible } from '#kernel/messages/readable.ts';
import { channelWords } from '../compose/words.ts';
import { messageStateWords, unpaidStates } from './message-states.ts';
import { visibleTo } from './find-message.ts';

const iso = (column: typeof messages.createdAt | typeof messages.sendAt | typeof messages.queuedAt) =>
  sql<string | null>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** A message without what became of it. */
export const messageColumns = {
  id: messages.id,
  institutionId: messages.institutionId,
  channel: messages.channel,
  purpose: messages.purpose,
  state: messages.state,
  repeats: messages.repeats,
  needs: messages.needs,
  accountId: messages.accountId,
  subject: messages.subject,
  recipients: messages.recipientCount,
  leftOut: messages.leftOutCount,
  body: sql<string>`left(${messages.body}, 160)`,
  author: accounts.name,
  createdAt: iso(messages.createdAt),
  sendAt: iso(messages.sendAt),
  queuedAt: iso(messages.queuedAt),
};

const recipientsIn = (...states: OutboxState[]) =>
  sql<number>`coalesce(sum(${messageTotals.recipients}) filter (where ${messageTotals.state} in ${states}), 0)::int`;

/** Of what was sent, and of what still waits to be. */
const payable = (column: SQLWrapper) =>
  sql`coalesce(sum(${column}) filter (where ${messageTotals.state} not in ${unpaidStates}), 0)`;

/** What became of each message: its few totals are read once for all figures. */
const outcomesOf = (db: Db) =>
  db
    .select({
      arrived: recipientsIn('sent', 'delivered').as('arrived'),
      failed: recipientsIn('failed', 'undelivered').as('failed'),
      uncertain: recipientsIn('uncertain').as('uncertain'),
      waiting: recipientsIn('queued', 'sending', 'paused').as('waiting'),
      price: sql<number>`${payable(messageTotals.price)}::float8`.as('price'),
      unpriced: sql<number>`${payable(messageTotals.unpriced)}::int`.as('unpriced'),
    })
    .from(messageTotals)
    .where(and(eq(messageTotals.institutionId, messages.institutionId), eq(messageTotals.messageId, messages.id)))
    .as('outcomes');

const textSearch = searchIn(messages.subject, messages.body);

/** Composed messages, latest first, without counting their rows. */
export const messageList = declareList({
  isKept: true,
  id: messages.id,
  visible: (actor, wanted) => [{ where: visibleTo(actor, wanted) }],
  filters: {
    // A search must not reveal what a text says that the actor can't read.
    q: filterBy(searchText, (text, table, context) =>
      and(textSearch.where(text, table, context), isSourceVisible(context.actor, messages)),
    ),
    state: filterBy(choice(messageStateWords), (state) => eq(messages.state, state)),
    channel: filterBy(choice(channelWords), (channel) => eq(messages.channel, channel)),
  },
  select: (db, actor) => {
    const outcomes = outcomesOf(db);
    const { arrived, failed, uncertain, waiting, price, unpriced } = outcomes;
    return db
      .select({
        ...messageColumns,
        arrived,
        failed,
        uncertain,
        waiting,
        price,
        unpriced,
        isOwn: sql<boolean>`${messages.accountId} is not distinct from ${actor.accountId}::bigint`,
      })
      .from(messages)
      .crossJoinLateral(outcomes)
      .leftJoin(accounts, and(eq(accounts.id, messages.accountId)));
  },
});
export type MessageRow = Awaited<ReturnType<typeof messageList.readPage>>['rows'][number];
