import { and, eq, sql } from 'drizzle-orm';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { searchIn, searchText } from '#kernel/list/search.ts';
import { choice } from '#kernel/schemas.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { messages } from '#kernel/messages/messages.schema.ts';
import { isSourceVisible } from '#kernel/messages/readable.ts';
import { channelWords } from '../compose/words.ts';
import { messageStateWords, unpaidStates } from './message-states.ts';
import { visibleTo } from './find-message.ts';

const totals = sql`from message_totals t where t.institution_id = ${messages.institutionId} and t.message_id = ${messages.id}`;
const recipientsIn = (...states: string[]) =>
  sql<number>`(select coalesce(sum(t.recipients), 0)::int ${totals} and t.state in ${states})`;

const iso = (column: typeof messages.createdAt | typeof messages.sendAt | typeof messages.queuedAt) =>
  sql<string | null>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** A message without what became of it. */
export const messageColumns = {
  ...{ id: messages.id, institutionId: messages.institutionId, channel: messages.channel, purpose: messages.purpose },
  ...{ state: messages.state, repeats: messages.repeats, needs: messages.needs, accountId: messages.accountId },
  ...{ subject: messages.subject, recipients: messages.recipientCount, leftOut: messages.leftOutCount },
  body: sql<string>`left(${messages.body}, 160)`,
  author: accounts.name,
  createdAt: iso(messages.createdAt),
  sendAt: iso(messages.sendAt),
  queuedAt: iso(messages.queuedAt),
};

const figures = {
  arrived: recipientsIn('sent', 'delivered'),
  failed: recipientsIn('failed', 'undelivered', 'uncertain'),
  waiting: recipientsIn('queued', 'sending', 'paused'),
  /** Of what was sent, and of what still waits to be. */
  price: sql<number>`(select coalesce(sum(t.price), 0)::float8 ${totals} and t.state not in ${unpaidStates})`,
  unpriced: sql<number>`(select coalesce(sum(t.unpriced), 0)::int ${totals} and t.state not in ${unpaidStates})`,
};

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
  select: (db, actor) =>
    db
      .select({
        ...messageColumns,
        ...figures,
        isOwn: sql<boolean>`${messages.accountId} is not distinct from ${actor.accountId}::bigint`,
      })
      .from(messages)
      .leftJoin(accounts, and(eq(accounts.id, messages.accountId))),
});
export type MessageRow = Awaited<ReturnType<typeof messageList.readPage>>['rows'][number];
