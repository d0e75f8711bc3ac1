import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, query } from '#kernel/database.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import type { IncomingKind } from '../contact.schema.ts';
import { excuseFromReply } from '#features/teaching/attendance/excuses/excuses.ts';
import type { PinTry } from '#features/money/pins/use/open-with-pin.ts';
import { verifiedMachines } from '#features/records/sending/hooks/machine-of.ts';
import { answerQuestion, nameOf, inGsm, inNameOf } from '../answers/answer-question.ts';
import { beginsWithStop, keywordOf, questionOf, type Keyword } from '../answers/question.ts';
import { waysIn, type Incoming } from './incoming-kinds.ts';
import { randomInt } from 'node:crypto';
import { stopWaiting } from '#kernel/messages/stop-waiting.ts';
import { queueForVisitor } from '#kernel/messages/visitor-messages.ts';

export const IncomingMessage = z.object({
  /** The provider's own id. */
  message_id: z.string().trim().min(1).max(100),
  from: z.string().trim().min(3).max(40),
  text: z.string().max(1600),
});

/** Stores a message once, follows its keyword or answers its question, and notifies the sender of the last message to that number. */
export async function receiveIncoming(tx: Tx, actor: Actor, incoming: Incoming, attempt: PinTry | null): Promise<void> {
  const { institutionId, channel, address, body } = incoming;
  // One message of a number after another, so that questions are counted right.
  await tx.execute(sql`select pg_advisory_xact_lock(${institutionId}, hashtext(${address}))`);
  const keyword = keywordOf(body);
  const question = questionOf(body);
  // A pin is not kept in plain text.
  const text = question?.kind === 'result' && question.number ? `RESULT ${question.number} (with a pin)` : body;
  const kind = keyword?.word ?? question?.kind ?? 'reply';
  const made = await store(tx, incoming, kind, text);
  if (!made) return;
  if (keyword) return followKeyword(tx, actor, incoming, keyword, made.outboxId !== null);
  if (question) return answerQuestion(tx, incoming, { incomingId: made.id, question, attempt });
  if (made.outboxId !== null && beginsWithStop(body)) await answerStop(tx, incoming, 'asked');
  const isVerified = verifiedMachines.includes(incoming.machine);
  await excuseFromReply(tx, institutionId, { outboxId: made.outboxId, text, isVerified });
  await notify(tx, {
    institutionId,
    kind: 'contact.reply',
    title: `A reply came in by ${waysIn[channel]}`,
    href: `/replies/${made.id}`,
    to: made.senderId === null ? holdersOf(institutionId, 'contact.replies') : [Number(made.senderId)],
    subject: `reply:${address}`,
  });
  await record(tx, actor, 'contact.receive', {
    institutionId,
    summary: `received a reply by ${waysIn[channel]}`,
    subject: { type: 'incoming_message', id: made.id },
  });
}

interface Stored {
  id: number;
  senderId: number | null;
  /** The message that it answers. */
  outboxId: number | null;
}

/** Undefined if it was stored before. A reply belongs to the last who wrote to the number and is still at the school. */
async function store(
  tx: Tx,
  { institutionId, channel, address, messageId, machine }: Incoming,
  kind: IncomingKind,
  text: string,
): Promise<Stored | undefined> {
  const isForPeople = kind === 'reply' || kind === 'wrong';
  const [made] = await query<Stored>(tx)`with last as materialized (
      select o.id, coalesce(a.account_id, m.account_id) as account_id from outbox o
      left join contact_answers a on (a.institution_id, a.outbox_id) = (o.institution_id, o.id)
      left join messages m on (m.institution_id, m.id) = (o.institution_id, o.message_id)
      where o.institution_id = ${institutionId} and o.recipient = ${address} order by o.id desc limit 1)
    insert into incoming_messages (institution_id, channel, address, body, kind, machine, provider_message_id, outbox_id, sender_id, read_at)
    select ${institutionId}, ${channel}, ${address}, ${text}, ${kind}, ${machine}, ${messageId}, (select id from last),
      (select b.account_id from last join memberships b on b.institution_id = ${institutionId}
        and b.account_id = last.account_id and b.suspended_at is null where ${kind === 'reply'} limit 1),
      case when ${!isForPeople} then now() end
    on conflict do nothing returning id, sender_id as "senderId", outbox_id::bigint as "outboxId"`;
  return made;
}

const summaries: Record<Keyword['word'], string> = {
  stop: 'opted out of marketing',
  start: 'opted in to messages again',
  wrong: 'reported that the number is someone else’s',
};

/**
 * STOP ends marketing, and START takes back what was said by reply. WRONG blocks everything, so the number itself has to
 * confirm it: texts can be forged by anyone with the secret of the webhook.
 */
async function followKeyword(tx: Tx, actor: Actor, incoming: Incoming, { word, code }: Keyword, isWrittenTo: boolean) {
  const { institutionId, channel, address } = incoming;
  if (word === 'wrong' && !(code && (await isConfirmedBy(tx, incoming, code)))) {
    // A code that is none asks nothing: guesses cost the school no messages.
    if (!code && isWrittenTo) await askNumber(tx, incoming);
    return;
  }
  if (word === 'start')
    await tx.execute(sql`update contact_wishes set ended_at = now()
      where institution_id = ${institutionId} and channel = ${channel} and address = ${address} and said_by = 'reply' and ended_at is null`);
  else {
    const [blocks, reason] =
      word === 'stop' ? (['marketing', 'opted_out'] as const) : (['everything', 'someone_else'] as const);
    const wish =
      await tx.execute(sql`insert into contact_wishes (institution_id, channel, address, blocks, reason, said_by)
        values (${institutionId}, ${channel}, ${address}, ${blocks}, ${reason}, 'reply') on conflict do nothing`);
    await stopWaiting(tx, institutionId, { channel, addresses: [address], blocks });
    if (word === 'stop' && wish.rowCount && isWrittenTo) await answerStop(tx, incoming, 'stopped');
  }
  if (word === 'wrong')
    await notify(tx, {
      institutionId,
      kind: 'contact.wrongNumber',
      title: `${address} was reported as someone else’s number`,
      body: 'Nothing is sent to it until it’s corrected on the record.',
      href: '/replies',
      to: holdersOf(institutionId, 'contact.replies'),
    });
  await record(tx, actor, `contact.${word}`, {
    institutionId,
    summary: `${summaries[word]}, by ${waysIn[channel]}`,
  });
}

const event = 'contact.wrongNumber';
/** Codes that a number may send within a day. At most six are open, of a million. */
const tries = 5;

/** Asks the number itself whether it wants nothing more: only who reads its messages knows the code. */
async function askNumber(tx: Tx, { institutionId, channel, address }: Incoming): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await queueForVisitor(tx, institutionId, {
    channel,
    recipient: address,
    body: `${inGsm(await nameOf(tx, institutionId)).slice(0, 60)}: to stop all our messages to this number, reply ${asked(code)} Otherwise ignore this message.`,
    event,
  });
}

/** Whether the code was sent to the number within a day. The text that brought it counts as a try. */
async function isConfirmedBy(tx: Tx, { institutionId, channel, address }: Incoming, code: string): Promise<boolean> {
  const [found] = await query<{ isRight: boolean }>(tx)`
    select exists (select from outbox o where o.institution_id = ${institutionId} and o.recipient = ${address}
        and o.channel = ${channel} and o.event = ${event} and o.created_at > now() - interval '1 day'
        and strpos(o.body, ${asked(code)}) > 0)
      and (select count(*) from incoming_messages m where m.institution_id = ${institutionId} and m.address = ${address}
        and m.kind = 'wrong' and m.body ~ '[0-9]' and m.received_at > now() - interval '1 day') <= ${tries} as "isRight"`;
  return found!.isRight;
}

const asked = (code: string) => `WRONG ${code}.`;

/** What is said after STOP, and after a sentence that begins with it. */
export const stopAnswers = {
  stopped: (way: string) =>
    `no more news by ${way}. Messages about your child, such as absence, results and fees, are still sent. Reply START to get news again.`,
  asked: () => 'to get no more news from us, reply with the one word STOP. The school reads what else you write.',
};

/** Answers a number that the school has written to, within the limits of what a visitor can cause. */
async function answerStop(tx: Tx, { institutionId, channel, address }: Incoming, what: keyof typeof stopAnswers) {
  await queueForVisitor(tx, institutionId, {
    channel,
    recipient: address,
    event: 'contact.stop',
    body: inNameOf(await nameOf(tx, institutionId), stopAnswers[what](waysIn[channel])),
  });
}
