import { and, eq, inArray, sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { waitingItem } from '#kernel/waiting-item.ts';
import { notices } from './notices.schema.ts';

export const noticeWaiting: readonly WaitingWork[] = [
  {
    place: 62,
    may: ['notices.edit'],
    async load(db, actor, wanted) {
      const ids = institutionsInView(actor, wanted, 'notices.edit');
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(notices)
        .where(and(inArray(notices.institutionId, ids), eq(notices.state, 'draft')));
      return waitingItem(row!.count, {
        one: 'notice that is not published',
        many: 'notices that are not published',
        href: '/notices?state=draft',
        action: 'Review',
      });
    },
  },
];
