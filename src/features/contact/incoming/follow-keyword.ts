import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { stopWaiting } from '#kernel/messages/stop-waiting.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import type { Keyword } from '../answers/question.ts';
import { waysIn } from './incoming-kinds.ts';
import type { Incoming } from './receive-incoming.ts';

const summaries: Record<Keyword, string> = {
  stop: 'asked for no more marketing',
  start: 'asked for messages again',
  wrong: 'said that the number is somebody else’s',
};

/** STOP ends marketing, WRONG everything, and START takes back what was said by reply. */
export async function followKeyword(
  tx: Tx,
  actor: Actor,
  { institutionId, channel, address }: Incoming,
  keyword: Keyword,
): Promise<void> {
  if (keyword === 'start')
    await tx.execute(sql`update contact_wishes set ended_at = now()
      where institution_id = ${institutionId} and channel = ${channel} and address = ${address} and said_by = 'reply' and ended_at is null`);
  else {
    const [blocks, reason] = keyword === 'stop' ? ['marketing', 'opted_out'] : ['everything', 'someone_else'];
    await tx.execute(sql`insert into contact_wishes (institution_id, channel, address, blocks, reason, said_by)
      values (${institutionId}, ${channel}, ${address}, ${blocks}, ${reason}, 'reply') on conflict do nothing`);
  }
  if (keyword !== 'start')
    await stopWaiting(tx, institutionId, {
      ...{ channel, addresses: [address] },
      blocks: keyword === 'stop' ? 'marketing' : 'everything',
    });
  if (keyword === 'wrong')
    await notify(tx, {
      ...{ institutionId, kind: 'contact.wrongNumber', title: `${address} is reported as somebody else’s number` },
      ...{ body: 'Nothing is sent to it until it is corrected on the record.', href: '/replies' },
      to: holdersOf(institutionId, 'contact.replies'),
    });
  await record(tx, actor, `contact.${keyword}`, {
    institutionId,
    summary: `${summaries[keyword]}, by ${waysIn[channel]}`,
  });
}
