import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { stopWaiting } from '#kernel/messages/stop-waiting.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import type { Keyword } from '../answers/question.ts';
import { answerStop } from './answer-stop.ts';
import { askNumber, isConfirmedBy } from './confirm-wrong-number.ts';
import { waysIn } from './incoming-kinds.ts';
import type { Incoming } from './receive-incoming.ts';

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
