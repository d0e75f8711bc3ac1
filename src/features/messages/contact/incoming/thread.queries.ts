import { and, desc, eq, sql } from 'drizzle-orm';
import { accountNameOf } from '#kernel/account-name.ts';
import { can, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';
import type { OutboxState } from '#kernel/messages/messages.schema.ts';
import { areRecipientsKnown, textVisibleTo } from '#kernel/messages/readable.ts';
import { incomingMessages, type IncomingKind } from '../contact.schema.ts';
import { answerCost } from './answer-cost.ts';
import { findReply, type FoundReply } from './find-reply.ts';
import { isUnverified, visibleTo } from './visible-replies.ts';

const most = 50;

interface Received {
  way: 'in';
  id: number;
  text: string;
  at: string;
  kind: IncomingKind;
  isUnverified: boolean;
}
interface Sent {
  way: 'out';
  id: number;
  /** Null if the actor can't read it. */
  text: string | null;
  at: string;
  state: OutboxState;
  failure: string | null;
  event: string;
  author: string | null;
}
export type ThreadEntry = Received | Sent;

/** What went to and came from a number, oldest first; of what others wrote, nothing for a sender of own messages. */
export async function threadOf(db: Db, actor: Actor, id: number) {
  const reply = await findReply(db, actor, id);
  const received = await bounded(most, (limit) => receivedFrom(db, actor, reply, limit));
  const sent = await bounded(most, async (limit) => (reply.isErased ? [] : sentTo(db, actor, reply, limit)));
  const all: ThreadEntry[] = [...received.rows, ...sent.rows].toSorted((one, other) => (one.at < other.at ? 1 : -1));
  const { institutionId, channel, people, address, isBlocked, canAnswer, isErased, showsNumber } = reply;
  return {
    id,
    institutionId,
    channel,
    people,
    isBlocked,
    canAnswer,
    isErased,
    address: showsNumber ? address : null,
    record: await recordOf(db, actor, reply),
    cost: canAnswer ? await answerCost(db, actor, reply) : null,
    entries: all.slice(0, most).toReversed(),
    isMore: received.isMore || sent.isMore || all.length > most,
  };
}

/** The record of the person whom the answered message was for, if the actor sees all of their kind. */
async function recordOf(db: Db, actor: Actor, { institutionId, outboxId }: FoundReply): Promise<string | null> {
  const [to] = await query<{ people: 'guardians' | 'employees' | 'students'; id: number }>(
    db,
    sql`select case when guardian_id is not null then 'guardians' when employee_id is not null then 'employees' else 'students' end as people,
        coalesce(guardian_id, employee_id, student_id)::int as id
      from outbox where institution_id = ${institutionId} and id = ${outboxId} and coalesce(guardian_id, employee_id, student_id) is not null`,
  );
  return to && can(actor, `${to.people}.view`, institutionId) ? `/${to.people}/${to.id}/messages` : null;
}

const receivedFrom = (
  db: Db,
  actor: Actor,
  { institutionId, address, channel, id, isErased }: FoundReply,
  limit: number,
) =>
  db
    .select({
      way: sql<'in'>`'in'`,
      id: incomingMessages.id,
      text: incomingMessages.body,
      at: sql<string>`to_char(${incomingMessages.receivedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      kind: incomingMessages.kind,
      isUnverified,
    })
    .from(incomingMessages)
    .where(
      and(
        visibleTo(actor),
        eq(incomingMessages.institutionId, institutionId),
        // Those of erased people have one address.
        isErased ? eq(incomingMessages.id, id) : eq(incomingMessages.address, address),
        eq(incomingMessages.channel, channel),
      ),
    )
    .orderBy(desc(incomingMessages.id))
    .limit(limit);

const sentTo = (db: Db, actor: Actor, { institutionId, address, channel }: FoundReply, limit: number) =>
  query<Sent>(
    db,
    sql`select 'out' as way, outbox.id::int, case when ${textVisibleTo(actor)} then outbox.body end as text,
        to_char(coalesce(outbox.sent_at, outbox.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
        outbox.state, outbox.failure, outbox.event, ${accountNameOf(sql`c.name`, sql`c.username`)} as author
      from outbox
      left join contact_answers a on (a.institution_id, a.outbox_id) = (outbox.institution_id, outbox.id)
      left join messages m on (m.institution_id, m.id) = (outbox.institution_id, outbox.message_id)
      left join accounts c on c.id = coalesce(a.account_id, m.account_id)
      where outbox.institution_id = ${institutionId} and outbox.recipient = ${address} and outbox.channel = ${channel}
        and (${can(actor, 'contact.replies', institutionId)} or coalesce(a.account_id, m.account_id) = ${actor.accountId}::bigint)
        and ${areRecipientsKnown(actor)}
      order by outbox.id desc limit ${limit}::int`,
  );
