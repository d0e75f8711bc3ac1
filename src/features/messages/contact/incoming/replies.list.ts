import { and, count, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm';
import { type Actor, can, institutionsInView, institutionsWhere, membershipIn } from '#kernel/actor.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { type Db, query, type Database } from '#kernel/database.ts';
import { declareList, type Part } from '#kernel/list/declare-list.ts';
import { daysBetween, filterBy, searchIn, searchText } from '#kernel/list/filters.ts';
import { choice } from '#kernel/schemas.ts';
import { incomingMessages } from '../contact.schema.ts';
import { incomingKinds, replyStates, type Incoming } from './incoming-kinds.ts';
import type { Permission } from '#kernel/permissions.ts';
import { verifiedMachines } from '#features/records/sending/hooks/machine-of.ts';
import { TooMany } from '#kernel/errors.ts';
import { tryPin, type PinTry } from '#features/money/pins/use/open-with-pin.ts';
import type { Services } from '#web/routes.ts';
import { childOf, mayAsk } from '../answers/answer-question.ts';
import { questionOf } from '../answers/question.ts';
import { pinKeys, plainDigits, secretDigits } from '#features/money/pins/pin-keys.ts';
import type { ReceiveIncoming } from '#web/feature.ts';
import { receiveIncoming } from './receive-incoming.ts';

/** Tries the pin of a question in a transaction of its own, so that a wrong one is counted. Only for a child that the number may ask about, and once for each message. */
export async function attemptOf(
  services: Services,
  { institutionId, channel, address, body, messageId, machine: by }: Incoming,
): Promise<PinTry | null> {
  const question = questionOf(body);
  if (question?.kind !== 'result') return null;
  const child = await services.database.asSystem([institutionId], async (tx) => {
    const known = await query(
      tx,
      sql`select 1 from incoming_messages where institution_id = ${institutionId} and machine = ${by} and provider_message_id = ${messageId}`,
    );
    if (known.length > 0 || !(await mayAsk(tx, institutionId, address))) return null;
    return childOf(tx, institutionId, address, question);
  });
  if (!child) return null;
  const { studentId } = child;
  const serial = question.serial || (await serialOf(services, { institutionId, studentId, pin: question.pin }));
  try {
    return await tryPin(services, {
      institutionId,
      type: 'result',
      programId: null,
      serial,
      secret: question.pin,
      from: { address, form: `${channel}:${address}` },
    });
  } catch (error) {
    if (error instanceof TooMany) return null;
    throw error;
  }
}

/**
 * The serial number of a result pin that was sent without it: among those that nobody has used, or that belong to this
 * student already. Empty if there is none, which counts as a wrong try like any other.
 */
async function serialOf(
  { database, secret }: { database: Database; secret: Buffer },
  { institutionId, studentId, pin }: { institutionId: number; studentId: number; pin: string },
): Promise<string> {
  const digits = plainDigits(pin);
  if (digits.length !== secretDigits) return '';
  const ending = await database.readAsSystem(
    [institutionId],
    (db) =>
      query<{ serial: number; hash: Buffer }>(db)`select p.serial, p.secret_hash as hash
      from pins p join pin_kinds k on (k.institution_id, k.id) = (p.institution_id, p.kind_id)
      where p.institution_id = ${institutionId} and p.last_four = ${digits.slice(-4)} and k.type = 'result'
        and (p.status = 'sold' or p.status = 'available' and p.seller_id is not null
          or p.status = 'used' and p.student_id = ${studentId})
      order by p.serial`,
  );
  const keys = pinKeys(secret, institutionId);
  return String(ending.find(({ serial, hash }) => keys.hash(Number(serial), digits).equals(hash))?.serial ?? '');
}

const at = withTable(incomingMessages.institutionId);
const address = withTable(incomingMessages.address);

const fullName = (of: string) => sql.raw(`concat_ws(' ', ${of}.first_name, ${of}.surname)`);

/** The person to whom the answered message went, and the student it was about. */
const addressee = sql`(select case when g.id is not null and s.id is not null then ${fullName('g')} || ' (about ' || ${fullName('s')} || ')'
    else coalesce(nullif(${fullName('g')}, ''), nullif(${fullName('e')}, ''), nullif(${fullName('s')}, '')) end
  from outbox o
  left join guardians g on (g.institution_id, g.id) = (o.institution_id, o.guardian_id)
  left join employees e on (e.institution_id, e.id) = (o.institution_id, o.employee_id)
  left join students s on (s.institution_id, s.id) = (o.institution_id, o.student_id)
  where o.institution_id = ${at} and o.id = ${withTable(incomingMessages.outboxId)})`;

/** Everybody on the records who has the number. */
const byNumber = sql`(select string_agg(p.name, ', ') from (
  select ${fullName('g')} as name from guardians g
    where g.institution_id = ${at} and ${address} in (g.mobile, g.phone) and g.merged_into_id is null
  union select ${fullName('s')} from students s
    where s.institution_id = ${at} and ${address} in (s.mobile, s.phone) and s.merged_into_id is null
  union select ${fullName('e')} from employees e
    where e.institution_id = ${at} and ${address} in (e.mobile, e.phone) and e.merged_into_id is null) p)`;

/** The likely author: for the office everybody with the number, for a sender the recipient of the answered message. */
export const peopleOf = (actor: Actor): SQL<string | null> =>
  sql<string | null>`case when ${at} = any (${sql.param(institutionsWhere(actor, 'contact.replies'))}::int[])
    then coalesce(${byNumber}, ${addressee}) else ${addressee} end`;

/** What the providers of messages hand over. */
export const receiveFromProviders: ReceiveIncoming = async (
  services,
  { institutionId, machine, channel, incoming },
) => {
  if (channel === 'email') return async () => {};
  const works: [Incoming, Awaited<ReturnType<typeof attemptOf>>][] = [];
  for (const { id, from, text } of incoming) {
    // Pictures come without a text. The ends of long ids are what differs.
    const body = text.slice(0, 1600) || '(no text)';
    const one: Incoming = { institutionId, machine, channel, address: from, body, messageId: id.slice(-100) };
    works.push([one, await attemptOf(services, one)]);
  }
  return async (tx, actor) => {
    for (const [one, attempt] of works) await receiveIncoming(tx, actor, one, attempt);
  };
};

/** All replies, or those to what one wrote. */
export const maySeeReplies = ['contact.replies', 'messages.send', 'messages.sendOwn'] as const;

/** The replies that the actor can see, by institution. Every query on them starts here. */
const visibleParts = (actor: Actor, wanted?: number): Part[] =>
  institutionsInView(actor, wanted, ...maySeeReplies).map((id) => {
    const here = eq(incomingMessages.institutionId, id);
    return {
      where: can(actor, 'contact.replies', id) ? here : and(here, eq(incomingMessages.senderId, actor.accountId!)),
      timeZone: membershipIn(actor, id)!.timeZone,
    };
  });

export const visibleTo = (actor: Actor): SQL =>
  sql`(${sql.join([...visibleParts(actor).map(({ where }) => where!), sql`false`], sql` or `)})`;

/** Numbers are shown to people who see all messages. A teacher sees the names of recipients, not their numbers. */
const numbersFor = ['contact.replies', 'messages.view', 'outbox.view'] as const satisfies readonly Permission[];

export const showsNumber = (actor: Actor, institutionId: number): boolean =>
  numbersFor.some((permission) => can(actor, permission, institutionId));

/** The same for rows of several institutions. */
const numberVisibleTo = (actor: Actor): SQL =>
  sql`${incomingMessages.institutionId} = any (${sql.param(institutionsWhere(actor, ...numbersFor))}::int[])`;

/** Came over a secret that people of the school know: who holds it could write it in the sender's name. */
export const isUnverified = sql<boolean>`${incomingMessages.machine} <> all (${sql.param(verifiedMachines)}::text[])`;

/** Waits for somebody to read it. */
export const isUnread = sql`${incomingMessages.readAt} is null`;

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
