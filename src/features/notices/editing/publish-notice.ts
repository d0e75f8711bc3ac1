import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { takeBack } from '#kernel/notify.ts';
import { notices } from '../notices.schema.ts';
import { lockNotice } from './lock-notice.ts';
import { subjectOf, tellNotices } from './tell-notices.ts';

/** Publishes a notice: it is announced now, or in the morning of its first day. Returns its title. */
export async function publishNotice(tx: Tx, actor: Actor, id: number): Promise<string> {
  const notice = await lockNotice(tx, actor, id);
  if (notice.state === 'published') throw new Refused('form', 'This notice is already published.');
  await tx
    .update(notices)
    .set({ state: 'published', publishedAt: sql`now()`, announcedAt: null })
    .where(and(eq(notices.institutionId, notice.institutionId), eq(notices.id, id)));
  await record(tx, actor, 'notices.publish', {
    institutionId: notice.institutionId,
    summary: `published the notice ${notice.title}`,
    subject: { type: 'notice', id },
  });
  await tellNotices(tx, notice.institutionId, actor.accountId);
  return notice.title;
}

/** Takes a notice off the board. Unread notifications about it are removed. Returns its title. */
export async function withdrawNotice(tx: Tx, actor: Actor, id: number): Promise<string> {
  const notice = await lockNotice(tx, actor, id);
  if (notice.state !== 'published') throw new Refused('form', 'This notice is not published.');
  await tx
    .update(notices)
    .set({ state: 'withdrawn' })
    .where(and(eq(notices.institutionId, notice.institutionId), eq(notices.id, id)));
  await takeBack(tx, notice.institutionId, subjectOf(id));
  await record(tx, actor, 'notices.withdraw', {
    institutionId: notice.institutionId,
    summary: `withdrew the notice ${notice.title}`,
    subject: { type: 'notice', id },
  });
  return notice.title;
}
