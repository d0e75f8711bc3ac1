import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { query, type Db, type Tx } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { hashToken } from '#kernel/secrets/keys.ts';
import { calendarFeeds } from '../calendar.schema.ts';
import { calendarsOf } from '../calendar.policy.ts';

/** Gives the person a new secret address; the one before ends. Returns its secret, of which only a hash is kept. */
export async function makeFeed(tx: Tx, actor: Actor): Promise<string> {
  const ids = calendarsOf(actor);
  if (actor.accountId === null || ids.length === 0) throw new NotAllowed();
  const token = randomBytes(24).toString('base64url');
  const tokenHash = hashToken(token);
  await tx
    .insert(calendarFeeds)
    .values({ accountId: actor.accountId, tokenHash })
    .onConflictDoUpdate({
      target: calendarFeeds.accountId,
      set: { tokenHash, createdAt: sql`now()` as never, readAt: null },
    });
  await recordOwn(tx, actor, ids, 'calendar.makeFeed', 'created a secret address for their own calendar');
  return token;
}

/** Ends the person's secret address. */
export async function endFeed(tx: Tx, actor: Actor): Promise<void> {
  const ended = await tx
    .delete(calendarFeeds)
    .where(eq(calendarFeeds.accountId, actor.accountId!))
    .returning({ accountId: calendarFeeds.accountId });
  if (ended.length)
    await recordOwn(
      tx,
      actor,
      calendarsOf(actor),
      'calendar.endFeed',
      'removed the secret address of their own calendar',
    );
}

const recordOwn = (tx: Tx, actor: Actor, institutionIds: number[], action: string, summary: string) =>
  recordMany(
    tx,
    actor,
    action,
    institutionIds.map((institutionId) => ({
      institutionId,
      summary,
      subject: { type: 'account', id: actor.accountId! },
    })),
  );

/** Whether the person has an address, and when an app last read it. */
export async function ownFeed(db: Db, actor: Actor): Promise<{ createdAt: string; readAt: string | null } | null> {
  const [feed] = await query<{ createdAt: string; readAt: string | null }>(db)`
    select to_jsonb(f.created_at) #>> '{}' as "createdAt", to_jsonb(f.read_at) #>> '{}' as "readAt"
      from calendar_feeds f where f.account_id = ${actor.accountId}::bigint`;
  return feed ?? null;
}
