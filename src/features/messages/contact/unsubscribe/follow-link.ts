import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { stopWaiting } from '#kernel/messages/stop-waiting.ts';
import type { UnsubscribeKey } from '#kernel/messages/unsubscribe-code.ts';
import { holdersOf, notify } from '#kernel/notify.ts';

/** A mail program sends `List-Unsubscribe=One-Click` and nothing else (RFC 8058). */
export const FollowLink = z
  .object({ wish: z.enum(['stop', 'undo', 'wrong']).default('stop') })
  .nullish()
  .transform((body) => body ?? { wish: 'stop' as const });

const summaries = {
  stop: 'unsubscribed from news by e-mail',
  undo: 'ended an opt-out from e-mail',
  wrong: 'reported that the e-mail address is someone else’s',
};

/** What the reader of an e-mail wants from now on. Saying it again changes nothing. */
export async function followLink(
  tx: Tx,
  actor: Actor,
  { institutionId, outboxId }: UnsubscribeKey,
  { wish }: z.output<typeof FollowLink>,
): Promise<void> {
  const [sent] = await query<{ recipient: string }>(tx)`
    select recipient from outbox where institution_id = ${institutionId} and id = ${outboxId}
    and channel = 'email' and recipient like '%@%'`;
  if (!sent) throw new NotFound('page');
  const address = sent.recipient.toLowerCase();
  const changed =
    wish === 'undo' ? await takeBack(tx, institutionId, address) : await block(tx, institutionId, address, wish);
  if (!changed) return;
  if (wish === 'wrong')
    await notify(tx, {
      institutionId,
      kind: 'contact.wrongNumber',
      title: `${address} was reported as someone else’s address`,
      body: 'Nothing is sent to it until it’s corrected on the record.',
      href: '/opt-outs',
      to: holdersOf(institutionId, 'contact.wishes'),
    });
  await record(tx, actor, `contact.${wish === 'undo' ? 'start' : wish}`, { institutionId, summary: summaries[wish] });
}

async function block(tx: Tx, institutionId: number, address: string, wish: 'stop' | 'wrong'): Promise<boolean> {
  const [blocks, reason] =
    wish === 'stop' ? (['marketing', 'opted_out'] as const) : (['everything', 'someone_else'] as const);
  const made = await query(
    tx,
    sql`insert into contact_wishes (institution_id, channel, address, blocks, reason, said_by)
      values (${institutionId}, 'email', ${address}, ${blocks}, ${reason}, 'link') on conflict do nothing returning id`,
  );
  if (made.length > 0) await stopWaiting(tx, institutionId, { channel: 'email', addresses: [address], blocks });
  return made.length > 0;
}

async function takeBack(tx: Tx, institutionId: number, address: string): Promise<boolean> {
  const end = (which: SQL) =>
    query(
      tx,
      sql`update contact_wishes set ended_at = now() where institution_id = ${institutionId} and channel = 'email'
        and address = ${address} and ended_at is null and ${which} returning id`,
    );
  // The latest first: who is somebody else after all has still refused news.
  const last = await end(sql`blocks = 'everything' and said_by = 'link'`);
  return last.length > 0 || (await end(sql`blocks = 'marketing'`)).length > 0;
}
