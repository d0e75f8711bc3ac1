import { sql } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { costOfMany, type CostOfMany } from '#kernel/messages/announce-to-many.ts';
import { switchesOn, type Switch } from '#kernel/messages/switches.ts';
import { checkCredit, shortage } from '#kernel/messages/credit.ts';
import { accountsConcerned } from '../board/audience.ts';
import { noticePublished } from '../notices.events.ts';
import type { notices } from '../notices.schema.ts';
import { findNoticeRow } from './lock-notice.ts';
import { priceOf, readersWrittenTo, switchesFor } from './readers-written-to.ts';

type Notice = typeof notices.$inferSelect;

export interface Announcement {
  /** `never` if its last day has passed. */
  when: 'now' | 'later' | 'never';
  /** Users who are notified in the product. */
  users: number;
  /** Its SMS and e-mails were written when it was published before. */
  wasTold: boolean;
  channels: CostOfMany[];
  currency: string;
  /** Why the credit doesn't cover it, in words. */
  shortage: string | null;
  mayOverspend: boolean;
}

/** What publishing a notice would send, from its audience of now. */
export async function announcementOf(tx: Tx, actor: Actor, noticeId: number): Promise<Announcement> {
  const notice = await findNoticeRow(tx, actor, noticeId);
  const { institutionId } = notice;
  const { timeZone, currency } = membershipIn(actor, institutionId)!;
  const today = new Date().toLocaleDateString('en-CA', { timeZone });
  const isOver = notice.untilDay !== null && notice.untilDay < today;
  const wasTold = notice.toldAt !== null;
  const on = isOver ? [] : switchesFor(notice, await switchesOn(tx, institutionId, noticePublished));
  const channels = await writtenCosts(tx, notice, on);
  const prices = priceOf(channels);
  const credit = await checkCredit(tx, institutionId, prices);
  return {
    wasTold,
    channels,
    currency,
    when: isOver ? 'never' : notice.fromDay > today ? 'later' : 'now',
    users: await usersNotified(tx, actor, notice, on),
    shortage: credit.verdict === 'fine' ? null : shortage(credit, prices, currency),
    mayOverspend: can(actor, 'sending.overspend', institutionId),
  };
}

/** What its SMS and e-mails cost, if they are still to be written. */
export const writtenCosts = async (tx: Tx, notice: Notice, on: Switch[]): Promise<CostOfMany[]> =>
  notice.toldAt !== null
    ? []
    : costOfMany(tx, notice.institutionId, noticePublished, readersWrittenTo(notice.institutionId, notice, on));

async function usersNotified(tx: Tx, actor: Actor, { institutionId, id }: Notice, on: Switch[]): Promise<number> {
  const audiences = on.flatMap(({ audience, channel }) => (channel === 'notice' ? [audience] : []));
  if (audiences.length === 0) return 0;
  const accounts = audiences.map((audience) => sql`(${accountsConcerned(institutionId, id, audience)})`);
  const [row] = await query<{ n: number }>(
    tx,
    sql`select count(*)::int as n from (${sql.join(accounts, sql` union `)}) a where a.account_id is distinct from ${actor.accountId}::bigint`,
  );
  return row!.n;
}
