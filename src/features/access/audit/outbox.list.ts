import { and, eq, inArray, sql, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { pick } from '#kernel/database.ts';
import { declareList, inEachInstitution } from '#kernel/list/declare-list.ts';
import { daysBetween, filterBy, searchText } from '#kernel/list/filters.ts';
import { channelLabels } from '#kernel/messages/channels.ts';
import { outbox, type OutboxState } from '#kernel/messages/messages.schema.ts';
import { areRecipientsKnown, isSourceVisible } from '#kernel/messages/readable.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import { readPhone } from '#kernel/phone.ts';
import { choice, id } from '#kernel/schemas.ts';
import type { Actor } from '#kernel/actor.ts';

/** Failed for good, or perhaps not sent: what an office looks for. */
export const problemStates = ['failed', 'undelivered', 'uncertain', 'stopped'] as const satisfies OutboxState[];
const isProblem = sql`${outbox.state} in ('failed', 'undelivered', 'uncertain', 'stopped')`;

const states = {
  ...Object.fromEntries(Object.entries(outboxStates).map(([key, { label }]) => [key, label])),
  problems: 'Needs attention',
} as Record<OutboxState | 'problems', string>;

/** Messages of the actor's institutions, latest first, without their bodies, which are opened one by one. */
export const outboxList = declareList({
  id: outbox.id,
  visible: inEachInstitution(outbox.institutionId, 'outbox.view'),
  filters: {
    // What is not shown must not be found.
    q: filterBy(searchText, (text, _, { actor }) =>
      and(inArray(outbox.recipient, spellings(actor, text)), areRecipientsKnown(actor)),
    ),
    message: filterBy(id, (message, _, { actor }) => and(eq(outbox.messageId, message), areRecipientsKnown(actor))),
    state: filterBy(choice(states), (state) =>
      // Both, for the index of all problems.
      state === 'problems'
        ? isProblem
        : inProblems(state)
          ? sql`${isProblem} and ${outbox.state} = ${state}`
          : eq(outbox.state, state),
    ),
    event: filterBy(z.string().regex(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)?$/), (event) => eq(outbox.event, event)),
    network: filterBy(z.string().max(40), (network) => eq(outbox.network, network)),
    channel: filterBy(choice(channelLabels), (channel) => eq(outbox.channel, channel)),
    ...daysBetween(outbox.createdAt),
  },
  select: (db, actor) =>
    db
      .select({
        ...pick(outbox, 'id', 'institutionId', 'channel'),
        recipient: recipientFor(actor),
        subject: sql<
          string | null
        >`case when ${isSourceVisible(actor, outbox)} and ${areRecipientsKnown(actor)} then ${outbox.subject} end`,
        event: outbox.event,
        createdAt: sql<string>`to_char(${outbox.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
        state: outbox.state,
        failure: failureFor(actor),
        ...pick(outbox, 'parts', 'network', 'price'),
      })
      .from(outbox),
});
export type OutboxRow = Awaited<ReturnType<typeof outboxList.readPage>>['rows'][number];

/** Of recipients who were chosen by something that the actor can't see, only that there was one. */
const known = <Value>(actor: Actor, value: SQLWrapper) =>
  sql<Value | null>`case when ${areRecipientsKnown(actor)} then ${value} end`;
export const recipientFor = (actor: Actor) => known<string>(actor, outbox.recipient);
/** Providers name the number in it. */
export const failureFor = (actor: Actor) => known<string>(actor, outbox.failure);

const inProblems = (state: OutboxState) => (problemStates as readonly OutboxState[]).includes(state);

/** A number as people write it in one of the institutions, or an e-mail address. */
const spellings = (actor: Actor, text: string): string[] => [
  ...new Set([
    text,
    text.toLowerCase(),
    ...actor.institutions.flatMap(({ countryId }) => readPhone(text, countryId) ?? []),
  ]),
];
