import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { HomeCard } from '#kernel/contracts/home-card.ts';
import { query, type Db } from '#kernel/database.ts';
import { plainText } from '#features/school/site/public/markdown-text.ts';
import { onTheBoard } from '../notices.policy.ts';
import { onBoardOf } from './audience.ts';
import { readBy, type BoardNotice } from './board.queries.ts';

export interface LatestNotices {
  rows: Pick<BoardNotice, 'id' | 'institution' | 'title' | 'day' | 'isPinned' | 'isRead' | 'summary'>[];
  unread: number;
}

const shownAtOnce = 3;

/** The start page shows unread notices first, then pinned ones. Others leave it once they are read. */
async function latestNotices(db: Db, actor: Actor, wanted: number | undefined): Promise<LatestNotices | null> {
  const found = await query<LatestNotices['rows'][number] & { institutionId: number; body: string; unread: number }>(
    db,
    sql`select n.id::int, n.institution_id as "institutionId", n.title, n.body, n.from_day::text as day, n.is_pinned as "isPinned",
        r.is_read as "isRead", (count(*) filter (where not r.is_read) over ())::int as unread
      from notices n cross join lateral (select ${readBy(actor)} as is_read) r
      where ${onBoardOf(actor)} and n.institution_id = coalesce(${wanted ?? null}::int, n.institution_id)
        and (not r.is_read or n.is_pinned)
      order by r.is_read, n.is_pinned desc, n.from_day desc, n.id desc limit ${shownAtOnce}`,
  );
  const [first] = found;
  if (!first) return null;
  const isOfSeveral = actor.institutions.length > 1;
  const rows = found.map(({ body, institutionId, unread: _, ...row }) => ({
    ...row,
    institution: isOfSeveral ? membershipIn(actor, institutionId)!.name : null,
    summary: plainText(body, 120),
  }));
  return { rows, unread: first.unread };
}

export const latestCard: HomeCard = { place: 10, may: onTheBoard, component: 'notices/latest', load: latestNotices };
