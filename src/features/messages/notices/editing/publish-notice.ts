import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { takeBack } from '#kernel/notify.ts';
import { checkbox } from '#kernel/schemas.ts';
import { requireCredit } from '#kernel/messages/credit.ts';
import { notices } from '../notices.schema.ts';
import { announcementOf } from './announcement.ts';
import { lockNotice } from './lock-notice.ts';
import { priceOf } from './readers-written-to.ts';
import { subjectOf, notifyOfNotices } from './notify-of-notices.ts';

export const PublishNotice = z.object({
  /** Over the balance or the budget, by users who may overspend. */
  is_anyway: checkbox,
});

/**
 * Publishes a notice: it is announced now, or in the morning of its first day. The credit must cover its SMS, or those
 * of today’s audience if it begins later. Returns its title.
 */
export async function publishNotice(
  tx: Tx,
  actor: Actor,
  id: number,
  { is_anyway: isAnyway }: z.output<typeof PublishNotice>,
): Promise<string> {
  const notice = await lockNotice(tx, actor, id);
  if (notice.state === 'published') throw new ValidationError('form', 'This notice is already published.');
  const { institutionId } = notice;
  const { channels } = await announcementOf(tx, actor, id);
  await requireCredit(tx, actor, institutionId, { prices: priceOf(channels), isAnyway });
  const overspends = isAnyway && can(actor, 'sending.overspend', institutionId);
  await tx
    .update(notices)
    .set({ state: 'published', publishedAt: sql`now()`, announcedAt: null, overspends })
    .where(and(eq(notices.institutionId, institutionId), eq(notices.id, id)));
  await record(tx, actor, 'notices.publish', {
    institutionId,
    summary: `published the notice ${notice.title}`,
    subject: { type: 'notice', id },
    details: { price: priceOf(channels).sms, overspends },
  });
  await notifyOfNotices(tx, institutionId, { except: actor.accountId, paid: id });
  return notice.title;
}

/** Takes a notice off the board. Unread notifications about it are removed. Returns its title. */
export async function withdrawNotice(tx: Tx, actor: Actor, id: number): Promise<string> {
  const notice = await lockNotice(tx, actor, id);
  if (notice.state !== 'published') throw new ValidationError('form', 'This notice is not published.');
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
