import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { systemActor, can, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, query, hasKey } from '#kernel/database.ts';
import { announceToMany } from '#kernel/messages/announce-to-many.ts';
import { fill } from '#kernel/messages/events.ts';
import { switchesOn, type Switch } from '#kernel/messages/switches.ts';
import { notify, takeBack } from '#kernel/notify.ts';
import { plainText } from '#features/school/site/public/markdown-text.ts';
import { checkCredit, type Credit, requireCredit } from '#kernel/messages/credit.ts';
import { accountsConcerned } from '../board/board.queries.ts';
import { noticePublished } from '../notices.events.ts';
import { notices } from '../notices.schema.ts';
import { writtenCosts, priceOf, readersWrittenTo, switchesFor, lockNotice, announcementOf } from './edit-notices.ts';
import { z } from 'zod';
import { ValidationError } from '#kernel/errors.ts';
import { checkbox } from '#kernel/schemas.ts';

const subjectOf = (id: number) => `notice:${id}`;

type Notice = typeof notices.$inferSelect;

/**
 * Announces notices that have begun, each once: under the bell, and by SMS and e-mail where that is switched on. The
 * credit for the one that is `paid` was checked when it was published.
 */
export async function notifyOfNotices(
  tx: Tx,
  institutionId: number,
  { except = null, paid = null }: { except?: number | null; paid?: number | null } = {},
): Promise<void> {
  const ids = await begin(tx, institutionId);
  if (ids.length === 0) return;
  const begun = await tx
    .select()
    .from(notices)
    .where(and(eq(notices.institutionId, institutionId), inArray(notices.id, ids)))
    .orderBy(notices.id);
  const on = await switchesOn(tx, institutionId, noticePublished);
  for (const notice of begun) {
    const mine = switchesFor(notice, on);
    // One notice after another: they are rows of the same tables.
    // oxlint-disable-next-line no-await-in-loop
    await notifyReaders(tx, institutionId, notice, { on: mine, except });
    // oxlint-disable-next-line no-await-in-loop
    if (notice.toldAt === null) await writeToReaders(tx, notice, mine, { isPaid: notice.id === paid });
  }
}

async function begin(tx: Tx, institutionId: number): Promise<number[]> {
  const begun = await query<{ id: number }>(tx)`with begun as (
      select n.id from notices n join institutions i on i.id = n.institution_id
      where n.institution_id = ${institutionId} and n.state = 'published' and n.announced_at is null
        and n.from_day <= (now() at time zone i.time_zone)::date
        and (n.until_day is null or n.until_day >= (now() at time zone i.time_zone)::date)
      order by n.id for no key update of n)
    update notices n set announced_at = now() from begun b
    where n.institution_id = ${institutionId} and n.id = b.id returning n.id::bigint`;
  return begun.map(({ id }) => id);
}

/** Under the bell. An institution's own text can differ by audience. */
async function notifyReaders(
  tx: Tx,
  institutionId: number,
  { id, title, body }: Notice,
  { on, except }: { on: Switch[]; except: number | null },
) {
  const [institution] = await query<{ school: string }>(tx)`
    select name as school from institutions where id = ${institutionId}`;
  const fields = { ...institution!, title, summary: plainText(body, 200) };
  const told: SQL[] = [];
  for (const { audience, channel, text } of on) {
    if (channel !== 'notice') continue;
    const accounts = accountsConcerned(institutionId, id, audience);
    const others = told.length ? sql` except (${sql.join(told, sql` union `)})` : sql``;
    // Somebody who is an employee and a parent is notified once.
    // oxlint-disable-next-line no-await-in-loop
    await notify(tx, {
      institutionId,
      to: sql`(${accounts})${others}`,
      except,
      kind: noticePublished.key,
      title: fill(text, { ...fields, student: '', first_name: '', number: '', guardian: '', employee: '' }),
      body: noticePublished.notice!.body!,
      href: `/notice-board/${id}`,
      subject: subjectOf(id),
    });
    told.push(accounts);
  }
}

/** SMS and e-mails, once ever, unless the credit has run out since it was published. */
async function writeToReaders(tx: Tx, notice: Notice, on: Switch[], { isPaid }: { isPaid: boolean }): Promise<void> {
  const { institutionId, id } = notice;
  if (!isPaid && !notice.overspends) {
    const credit = await checkCredit(tx, institutionId, priceOf(await writtenCosts(tx, notice, on)));
    if (credit.verdict !== 'fine') return reportUnpaid(tx, notice, credit.verdict);
  }
  await announceToMany(tx, institutionId, noticePublished, readersWrittenTo(institutionId, notice, on));
  await tx
    .update(notices)
    .set({ toldAt: sql`now()` })
    .where(hasKey(notices, institutionId, id));
}

/** Its author can publish it again once there is credit: then they are written. */
async function reportUnpaid(tx: Tx, { institutionId, id, title, accountId }: Notice, verdict: Credit['verdict']) {
  const reason =
    verdict === 'over balance'
      ? 'The provider’s balance doesn’t cover them.'
      : 'This month’s budget doesn’t cover them.';
  await record(tx, systemActor(institutionId, 'Notices'), 'notices.notWritten', {
    institutionId,
    summary: `sent no SMS and e-mails about the notice ${title}`,
    subject: { type: 'notice', id },
    details: { reason },
  });
  if (accountId === null) return;
  await notify(tx, {
    institutionId,
    to: [accountId],
    kind: 'notices.notWritten',
    href: `/notices/${id}`,
    title: `SMS and e-mails about ${title} were not sent`,
    body: `${reason} To send them later, withdraw the notice and publish it again.`,
  });
}

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
    .where(hasKey(notices, institutionId, id));
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
    .where(hasKey(notices, notice.institutionId, id));
  await takeBack(tx, notice.institutionId, subjectOf(id));
  await record(tx, actor, 'notices.withdraw', {
    institutionId: notice.institutionId,
    summary: `withdrew the notice ${notice.title}`,
    subject: { type: 'notice', id },
  });
  return notice.title;
}
