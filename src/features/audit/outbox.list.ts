import { eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { declareList } from '#kernel/list/declare-list.ts';
import { daysBetween, filterBy } from '#kernel/list/filters.ts';
import { searchText } from '#kernel/list/search.ts';
import { inEachInstitution } from '#kernel/list/visible-parts.ts';
import { channelWords } from '#kernel/messages/channels.ts';
import { outbox, type OutboxState } from '#kernel/messages/messages.schema.ts';
import { isSourceVisible } from '#kernel/messages/readable.ts';
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
    q: filterBy(searchText, (text, _, { actor }) => inArray(outbox.recipient, spellings(actor, text))),
    message: filterBy(id, (message) => eq(outbox.messageId, message)),
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
    channel: filterBy(choice(channelWords), (channel) => eq(outbox.channel, channel)),
    ...daysBetween(outbox.createdAt),
  },
  select: (db, actor) =>
    db
      .select({
        id: outbox.id,
        institutionId: outbox.institutionId,
        channel: outbox.channel,
        recipient: outbox.recipient,
        subject: sql<string | null>`case when ${isSourceVisible(actor, outbox)} then ${outbox.subject} end`,
        event: outbox.event,
        createdAt: sql<string>`to_char(${outbox.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
        state: outbox.state,
        failure: outbox.failure,
        parts: outbox.parts,
        network: outbox.network,
        price: outbox.price,
      })
      .from(outbox),
});
export type OutboxRow = Awaited<ReturnType<typeof outboxList.readPage>>['rows'][number];

const inProblems = (state: OutboxState) => (problemStates as readonly OutboxState[]).includes(state);

/** A number as people write it in one of the institutions, or an e-mail address. */
const spellings = (actor: Actor, text: string): string[] => [
  ...new Set([
    text,
    text.toLowerCase(),
    ...actor.institutions.flatMap(({ countryId }) => readPhone(text, countryId) ?? []),
  ]),
];
