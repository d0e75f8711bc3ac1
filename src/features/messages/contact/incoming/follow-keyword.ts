import { sql } from 'drizzle-orm';
import { randomInt } from 'node:crypto';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { stopWaiting } from '#kernel/messages/stop-waiting.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import type { Keyword } from '../answers/question.ts';
import { answerStop } from './answer-stop.ts';
import { waysIn, type Incoming } from './incoming-kinds.ts';
import { query, type Tx } from '#kernel/database.ts';
import { queueForVisitor } from '#kernel/messages/visitor-messages.ts';
import { nameOf } from '../answers/answer-question.ts';
import { inGsm } from '../answers/one-part.ts';

const summaries: Record<Keyword['word'], string> = {
  stop: 'asked for no more marketing',
  start: 'asked for messages again',
  wrong: 'said that the number is somebody else’s',
};

/**
 * STOP ends marketing, and START takes back what was said by reply. WRONG blocks everything, so the number itself has to
 * confirm it: texts can be forged by anyone with the secret of the webhook.
 */
export async function followKeyword(
  tx: Tx,
  actor: Actor,
  incoming: Incoming,
  { word, code }: Keyword,
  isWrittenTo: boolean,
): Promise<void> {
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
      title: `${address} is reported as somebody else’s number`,
      body: 'Nothing is sent to it until it is corrected on the record.',
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
    body: `${inGsm(await nameOf(tx, institutionId)).slice(0, 60)}: to stop all our messages to this number, reply ${asked(code)} Otherwise do nothing.`,
    event,
  });
}

/** Whether the code was sent to the number within a day. The text that brought it counts as a try. */
async function isConfirmedBy(tx: Tx, { institutionId, channel, address }: Incoming, code: string): Promise<boolean> {
  const [found] = await query<{ isRight: boolean }>(
    tx,
    sql`select exists (select from outbox o where o.institution_id = ${institutionId} and o.recipient = ${address}
          and o.channel = ${channel} and o.event = ${event} and o.created_at > now() - interval '1 day'
          and strpos(o.body, ${asked(code)}) > 0)
        and (select count(*) from incoming_messages m where m.institution_id = ${institutionId} and m.address = ${address}
          and m.kind = 'wrong' and m.body ~ '[0-9]' and m.received_at > now() - interval '1 day') <= ${tries} as "isRight"`,
  );
  return found!.isRight;
}

const asked = (code: string) => `WRONG ${code}.`;
