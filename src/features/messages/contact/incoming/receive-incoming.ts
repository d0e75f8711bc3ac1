import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import type { IncomingKind } from '../contact.schema.ts';
import { excuseFromReply } from '#features/teaching/attendance/excuses/excuse-from-reply.ts';
import type { PinTry } from '#features/money/pins/use/try-pin.ts';
import { verifiedMachines } from '#features/records/sending/hooks/hook-verifiers.ts';
import { answerQuestion } from '../answers/answer-question.ts';
import { beginsWithStop, keywordOf, questionOf } from '../answers/question.ts';
import { answerStop } from './answer-stop.ts';
import { followKeyword } from './follow-keyword.ts';
import { waysIn, type Incoming } from './incoming-kinds.ts';

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
  const [made] = await query<Stored>(
    tx,
    sql`with last as materialized (
        select o.id, coalesce(a.account_id, m.account_id) as account_id from outbox o
        left join contact_answers a on (a.institution_id, a.outbox_id) = (o.institution_id, o.id)
        left join messages m on (m.institution_id, m.id) = (o.institution_id, o.message_id)
        where o.institution_id = ${institutionId} and o.recipient = ${address} order by o.id desc limit 1)
      insert into incoming_messages (institution_id, channel, address, body, kind, machine, provider_message_id, outbox_id, sender_id, read_at)
      select ${institutionId}, ${channel}, ${address}, ${text}, ${kind}, ${machine}, ${messageId}, (select id from last),
        (select b.account_id from last join memberships b on b.institution_id = ${institutionId}
          and b.account_id = last.account_id and b.suspended_at is null where ${kind === 'reply'} limit 1),
        case when ${!isForPeople} then now() end
      on conflict do nothing returning id, sender_id as "senderId", outbox_id::int as "outboxId"`,
  );
  return made;
}
