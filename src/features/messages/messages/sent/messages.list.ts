import { and, eq, sql, type SQLWrapper, or, type SQL } from 'drizzle-orm';
import { type Db, type Tx, query, hasKey } from '#kernel/database.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy, searchIn, searchText } from '#kernel/list/filters.ts';
import { choice } from '#kernel/schemas.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { messageTotals, messages, type OutboxState } from '#kernel/messages/messages.schema.ts';
import { isSourceVisible } from '#kernel/messages/readable.ts';
import { channelLabels } from '../compose/message-labels.ts';
import { messageStateLabels, unpaidStates } from './message-states.ts';
import { type Actor, institutionsInView, membershipIn, can } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { Conflict, NotAllowed, orNotFound } from '#kernel/errors.ts';
import { wakeOnCommit } from '#kernel/look-for-work.ts';
import { maySeeMessages } from '../messages.policy.ts';

type State = (typeof messages.$inferSelect)['state'];

/** What can be done to a message on its way, from which states, and what becomes of its recipients who still wait. */
const controls = {
  pause: { from: ['sending'], to: 'paused', rows: ['queued'], become: 'paused', word: 'paused' },
  resume: { from: ['paused'], to: 'sending', rows: ['paused'], become: 'queued', word: 'resumed' },
  stop: {
    from: ['sending', 'paused', 'scheduled'],
    to: 'stopped',
    rows: ['queued', 'paused'],
    become: 'stopped',
    word: 'stopped',
  },
} as const satisfies Record<string, { from: State[]; to: State; rows: string[]; become: string; word: string }>;
type Control = keyof typeof controls;
export const controlNames = Object.keys(controls) as [Control, ...Control[]];

/** Pauses, resumes or stops a message; the sender looks at the rows only, so it acts within seconds. */
export async function controlMessage(tx: Tx, actor: Actor, id: number, control: Control): Promise<string> {
  const message = await lockMessage(tx, actor, id);
  refuseControl(actor, message);
  const { from, to, rows, become, word } = controls[control];
  if (!(from as readonly State[]).includes(message.state))
    throw new Conflict(`This message can no longer be ${word}. Reload the page to see its status.`);
  wakeOnCommit(tx, 'outbox');
  const { institutionId } = message;
  const states = sql.join(
    rows.map((state) => sql`${state}`),
    sql`, `,
  );
  // In the order in which everyone locks them.
  const [{ changed } = { changed: 0 }] = await query<{ changed: number }>(tx)`with waiting as (
      select id from outbox where institution_id = ${institutionId} and message_id = ${id} and state in (${states}) order by id for update),
    changed as (
      update outbox o set state = ${become}, state_at = now(), next_at = case when ${become} = 'queued' then now() else o.next_at end,
        failure = ${become === 'stopped' ? 'The message was stopped.' : null}::text
      from waiting w where o.institution_id = ${institutionId} and o.id = w.id returning 1)
    select count(*)::int as changed from changed`;
  await tx
    .update(messages)
    .set({ state: to, updatedAt: sql`now()`, ...(to === 'stopped' && { endedAt: sql`now()` }) })
    .where(hasKey(messages, institutionId, id));
  await record(tx, actor, `messages.${control}`, {
    institutionId,
    summary: `${word} a message`,
    subject: { type: 'composed_message', id },
    details: { recipients: changed },
  });
  return `The message is ${word}.`;
}

/** Messages that the actor can see: all with `messages.view`, otherwise the own. Every query on messages starts here. */
export const visibleTo = (actor: Actor, wanted?: number): SQL =>
  or(
    ...institutionsInView(actor, wanted, ...maySeeMessages).map((id) => {
      const here = eq(messages.institutionId, id);
      const { permissions } = membershipIn(actor, id)!;
      return permissions.has('messages.view') ? here : and(here, eq(messages.accountId, actor.accountId!))!;
    }),
  ) ?? sql`false`;

/** When a draft was last saved: what a second tab compares. */
export const draftVersion = sql<string>`${messages.updatedAt}::text`;

const columns = {
  institutionId: messages.institutionId,
  id: messages.id,
  channel: messages.channel,
  purpose: messages.purpose,
  subject: messages.subject,
  body: messages.body,
  audience: messages.audience,
  state: messages.state,
  sendAt: messages.sendAt,
  repeats: messages.repeats,
  needs: messages.needs,
  accountId: messages.accountId,
  audienceNeeds: messages.audienceNeeds,
  template: messages.template,
  version: draftVersion,
};

/** A message that the actor can see, locked until the end of the transaction. */
export async function lockMessage(tx: Tx, actor: Actor, id: number) {
  const [found] = await tx
    .select(columns)
    .from(messages)
    .where(and(visibleTo(actor), eq(messages.id, id)))
    .for('update');
  return orNotFound(found, 'message');
}
export type LockedMessage = Awaited<ReturnType<typeof lockMessage>>;

/** Whether the actor can stop, pause or resume a message: the own, or any with the permission to send to everyone. */
export const mayControl = (
  actor: Actor,
  { institutionId, accountId }: { institutionId: number; accountId: number | null },
) =>
  can(actor, 'messages.send', institutionId) ||
  (accountId === actor.accountId && can(actor, 'messages.sendOwn', institutionId));

function refuseControl(actor: Actor, message: LockedMessage): void {
  if (!mayControl(actor, message)) throw new NotAllowed();
}

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
    state: filterBy(choice(messageStateLabels), (state) => eq(messages.state, state)),
    channel: filterBy(choice(channelLabels), (channel) => eq(messages.channel, channel)),
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
