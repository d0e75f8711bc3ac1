import { sql, and, eq, lte, desc } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, can, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx, type Db, hasKey } from '#kernel/database.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import { queueMessages } from '#kernel/messages/queue.ts';
import { checkbox } from '#kernel/schemas.ts';
import { waysIn } from './incoming-kinds.ts';
import { takeBack } from '#kernel/notify.ts';
import { incomingMessages, type IncomingKind } from '../contact.schema.ts';
import { isUnread, visibleTo, showsNumber, peopleOf, isUnverified } from './replies.list.ts';
import { segmentsOf } from '#kernel/messages/segments.ts';
import { checkCredit, leftFor, requireCredit } from '#kernel/messages/credit.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { visibleTo as visibleStudents } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { accountNameOf } from '#kernel/account-name.ts';
import { bounded } from '#kernel/database/bounded.ts';
import type { OutboxState } from '#kernel/messages/messages.schema.ts';
import { areRecipientsKnown, textVisibleTo } from '#kernel/messages/readable.ts';

export const WriteBack = z.object({
  text: z.string().trim().min(1, 'Enter the answer.').max(480, 'Use at most 480 characters.'),
  /** Over the balance or the budget, by users who may overspend. */
  is_anyway: checkbox,
});

/** Answers a message the way it came, to the person whom the answered message was for. */
export async function writeBack(
  tx: Tx,
  actor: Actor,
  id: number,
  { text, is_anyway: isAnyway }: z.output<typeof WriteBack>,
): Promise<void> {
  const reply = await findReply(tx, actor, id);
  const { institutionId, channel, address, outboxId, isErased, isBlocked, canAnswer } = reply;
  if (isErased) throw new NotFound('message');
  if (isBlocked) throw new ValidationError('text', 'This number is blocked, so nothing is sent to it. See Opt-outs.');
  if (!canAnswer) throw new NotAllowed();
  const cost = await requireAnswerCredit(tx, actor, reply, { text, isAnyway });
  const [person] = await query<{ guardianId: number | null; employeeId: number | null; studentId: number | null }>(tx)`
    select guardian_id as "guardianId", employee_id as "employeeId", student_id as "studentId" from outbox
    where institution_id = ${institutionId} and id = ${outboxId}`;
  const [sent] = await queueMessages(tx, institutionId, [
    { ...person, channel, recipient: address, body: text, event: 'contact.answer' },
  ]);
  await tx.execute(sql`insert into contact_answers (institution_id, outbox_id, incoming_id, account_id)
    values (${institutionId}, ${sent}, ${id}, ${actor.accountId})`);
  await markRead(tx, actor, id);
  await record(tx, actor, 'contact.answer', {
    institutionId,
    summary: `answered a reply by ${waysIn[channel]}`,
    subject: { type: 'incoming_message', id },
    details: cost,
  });
}

/** Marks a message and those before it from the same number as read, for everybody. */
export async function markRead(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { institutionId, channel, address, isErased } = await findReply(tx, actor, id);
  await tx
    .update(incomingMessages)
    .set({ readAt: sql`now()`, readBy: actor.accountId })
    .where(
      and(
        visibleTo(actor),
        eq(incomingMessages.institutionId, institutionId),
        isErased ? eq(incomingMessages.id, id) : eq(incomingMessages.address, address),
        eq(incomingMessages.channel, channel),
        lte(incomingMessages.id, id),
        isUnread,
      ),
    );
  await takeBack(tx, institutionId, `reply:${address}`);
}

/** So that it is not forgotten. */
export async function markUnread(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { institutionId } = await findReply(tx, actor, id);
  await tx
    .update(incomingMessages)
    .set({ readAt: null, readBy: null })
    .where(hasKey(incomingMessages, institutionId, id));
}

type To = Pick<FoundReply, 'institutionId' | 'channel' | 'address'>;

interface Price {
  /** Of a part, or of a message by WhatsApp, in minor units; null if none is entered. */
  unit: number | null;
  /** Prices are entered, and none for numbers that begin like this one: nothing is sent there. */
  isForeign: boolean;
  /** Otherwise it stays in the outbox and costs nothing yet. */
  isSent: boolean;
}

async function priceFor(db: Db, { institutionId, channel, address }: To): Promise<Price> {
  const [row] = await query<{ unit: string | null; isForeign: boolean; isSent: boolean }>(db)`
    select best.price::text as unit, best.network is null and exists (select from message_prices p
        where p.institution_id = i.id and p.channel = ${channel}) as "isForeign",
      exists (select from message_providers p where p.institution_id = i.id and p.channel = ${channel} and p.is_on) as "isSent"
    from institutions i
    left join lateral akada_price_of(i.id, ${channel}, ${address}) best on true
    where i.id = ${institutionId}`;
  return { ...row!, unit: row!.unit === null ? null : Number(row!.unit) };
}

const partsOf = (channel: To['channel'], text: string) => (channel === 'sms' ? segmentsOf(text).parts : null);

/** What the form of an answer needs to say what it costs while it is written. */
async function answerCost(db: Db, actor: Actor, to: To) {
  const { institutionId, channel } = to;
  const price = await priceFor(db, to);
  return {
    ...price,
    currency: membershipIn(actor, institutionId)!.currency,
    left: price.unit === null ? null : leftFor(await checkCredit(db, institutionId, {}), channel),
    mayOverspend: can(actor, 'sending.overspend', institutionId),
  };
}
export type AnswerCost = Awaited<ReturnType<typeof answerCost>>;

/** Refuses an answer that a composed message would refuse: for its price, or for a number that has none. */
async function requireAnswerCredit(tx: Tx, actor: Actor, to: To, answer: { text: string; isAnyway: boolean }) {
  const { institutionId, channel } = to;
  const { unit, isForeign, isSent } = await priceFor(tx, to);
  if (isForeign)
    throw new ValidationError('text', 'No price is entered for the country of this number, so nothing is sent to it.');
  const parts = partsOf(channel, answer.text);
  const price = unit === null ? null : unit * (parts ?? 1);
  await requireCredit(tx, actor, institutionId, {
    prices: { [channel]: isSent ? (price ?? 0) : 0 },
    isAnyway: answer.isAnyway,
  });
  return { parts, price };
}

/** A reply that the actor can see, with whom it is from and whether the actor can write back. */
async function findReply(db: Db, actor: Actor, id: number) {
  const [found] = await db
    .select({
      id: incomingMessages.id,
      institutionId: incomingMessages.institutionId,
      channel: incomingMessages.channel,
      address: incomingMessages.address,
      outboxId: incomingMessages.outboxId,
      people: peopleOf(actor),
      isBlocked: sql<boolean>`exists (select from contact_wishes w where w.institution_id = ${withTable(incomingMessages.institutionId)}
        and w.address = ${withTable(incomingMessages.address)} and w.channel = ${withTable(incomingMessages.channel)} and w.blocks = 'everything' and w.ended_at is null)`,
    })
    .from(incomingMessages)
    .where(and(visibleTo(actor), eq(incomingMessages.id, id)));
  if (!found) throw new NotFound('message');
  const { institutionId, outboxId, address, isBlocked } = found;
  const isErased = address === 'erased';
  return {
    ...found,
    isErased,
    showsNumber: showsNumber(actor, institutionId),
    canAnswer: !isErased && !isBlocked && (await mayWriteTo(db, actor, institutionId, outboxId)),
  };
}
type FoundReply = Awaited<ReturnType<typeof findReply>>;

/** Who writes to own batches alone answers only while the student is still in one of them. */
async function mayWriteTo(db: Db, actor: Actor, institutionId: number, outboxId: number | null): Promise<boolean> {
  if (can(actor, 'contact.replies', institutionId) || can(actor, 'messages.send', institutionId)) return true;
  if (outboxId === null || !can(actor, 'messages.sendOwn', institutionId)) return false;
  const own = await query(
    db,
    sql`select 1 from outbox o join ${students} on ${students.institutionId} = o.institution_id
        and (${students.id} = o.student_id or ${students.id} in (select l.student_id from student_guardians l
          where l.institution_id = o.institution_id and l.guardian_id = o.guardian_id))
      where o.institution_id = ${institutionId} and o.id = ${outboxId} and ${visibleStudents(actor, students, institutionId)} limit 1`,
  );
  return own.length > 0;
}

const maxThreadEntries = 50;

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
  const received = await bounded(maxThreadEntries, (limit) => receivedFrom(db, actor, reply, limit));
  const sent = await bounded(maxThreadEntries, async (limit) =>
    reply.isErased ? [] : sentTo(db, actor, reply, limit),
  );
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
    entries: all.slice(0, maxThreadEntries).toReversed(),
    isMore: received.isMore || sent.isMore || all.length > maxThreadEntries,
  };
}

/** The record of the person whom the answered message was for, if the actor sees all of their kind. */
async function recordOf(db: Db, actor: Actor, { institutionId, outboxId }: FoundReply): Promise<string | null> {
  const [to] = await query<{ people: 'guardians' | 'employees' | 'students'; id: number }>(db)`
    select case when guardian_id is not null then 'guardians' when employee_id is not null then 'employees' else 'students' end as people,
      coalesce(guardian_id, employee_id, student_id)::bigint as id
    from outbox where institution_id = ${institutionId} and id = ${outboxId} and coalesce(guardian_id, employee_id, student_id) is not null`;
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
  query<Sent>(db)`select 'out' as way, outbox.id, case when ${textVisibleTo(actor)} then outbox.body end as text,
      to_char(coalesce(outbox.sent_at, outbox.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      outbox.state, outbox.failure, outbox.event, ${accountNameOf(sql`c.name`, sql`c.username`)} as author
    from outbox
    left join contact_answers a on (a.institution_id, a.outbox_id) = (outbox.institution_id, outbox.id)
    left join messages m on (m.institution_id, m.id) = (outbox.institution_id, outbox.message_id)
    left join accounts c on c.id = coalesce(a.account_id, m.account_id)
    where outbox.institution_id = ${institutionId} and outbox.recipient = ${address} and outbox.channel = ${channel}
      and (${can(actor, 'contact.replies', institutionId)} or coalesce(a.account_id, m.account_id) = ${actor.accountId}::bigint)
      and ${areRecipientsKnown(actor)}
    order by outbox.id desc limit ${limit}::int`;
