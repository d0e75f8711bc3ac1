import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { isOneOf, query } from '#kernel/database.ts';
import { waitingItem } from '#kernel/waiting-item.ts';

export const gatewayWaiting: readonly WaitingWork[] = [
  {
    place: 52,
    may: ['payments.place'],
    async load(db, actor, wanted) {
      const ids = institutionsInView(actor, wanted, 'payments.place');
      const [row] = await query<{ count: number }>(
        db,
        sql`select count(*)::int as count from online_reviews where ${isOneOf(sql`institution_id`, ids)} and state = 'open'`,
      );
      return waitingItem(row!.count, {
        one: 'online payment to review',
        many: 'online payments to review',
        href: '/online-payments/review',
        action: 'Review',
      });
    },
  },
];
