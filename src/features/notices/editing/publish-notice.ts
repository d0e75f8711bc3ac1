import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { notify, takeBack } from '#kernel/notify.ts';
import { accountsConcerned } from '../board/audience.ts';
import { notices } from '../notices.schema.ts';
import { lockNotice } from './lock-notice.ts';

const subjectOf = (id: number) => `notice:${id}`;

/** Publishes a notice: those concerned are notified now, or on its first day. Returns its title. */
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
  await announceNotices(tx, notice.institutionId, actor.accountId);
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

/** Notifies those concerned by notices that have begun, once each. */
export async function announceNotices(tx: Tx, institutionId: number, except: number | null = null): Promise<void> {
  const begun = await rowsOf<{ id: number; title: string }>(
    tx,
    sql`update notices n set announced_at = now() from institutions i
      where n.institution_id = ${institutionId} and i.id = n.institution_id and n.state = 'published' and n.announced_at is null
        and n.from_day <= (now() at time zone i.time_zone)::date
      returning n.id::int, n.title`,
  );
  for (const { id, title } of begun)
    await notify(tx, {
      ...{ institutionId, to: accountsConcerned(institutionId, id), except, kind: 'notices.published' },
      ...{ title, body: 'A new notice on the notice board.', href: `/notice-board/${id}`, subject: subjectOf(id) },
    });
}
